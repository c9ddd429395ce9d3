// Rows: what must hold for a report family, as data (hip-rows.json), and what a run says about it.
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/model/report.h"

namespace agt {

/// One row: every test and every feature it names must hold on the family.
struct Row {
  std::string id;                     ///< "hip-cdna"; never renamed
  std::string family;                 ///< a report family of targets.json, "CDNA"
  std::vector<std::string> tests;     ///< "suite/test"
  std::vector<std::string> features;  ///< as the tests declare them
};

template <class Io>
void fields(Io& io, Of<Io, Row>& row) {
  io("id", row.id);
  io("family", row.family);
  io("tests", row.tests);
  io("features", row.features);
}

struct RowMap {
  std::vector<Row> rows;
};

template <class Io>
void fields(Io& io, Of<Io, RowMap>& map) {
  io.constant("schema", "agt.rows");
  io.constant("version", "1.0");
  io("rows", map.rows);
}

/// What a suite.json says of one of its tests.
struct TestFeatures {
  std::string suite;
  std::string test;
  std::vector<std::string> features;
};

/// kMissingInput or kBadInput, with the path of the file and of what is wrong in it.
Result<RowMap> read_row_map(const std::filesystem::path& path);

/// The contract between a row map, the tests of its suite and the 25 targets, checked without a device. One sentence
/// for each breach, nothing when all holds:
/// every row has an id and a report family of its own, and names tests and features, none of them twice; every report
/// family has a row; a row's tests exist, and its features are those that its tests declare, neither more nor fewer;
/// every test that declares features is in a row.
std::vector<std::string> check_rows(const RowMap& map, std::span<const TestFeatures> tests);

/// The verdicts of every row, hardware from hardware devices of its family and virtual from virtual ones.
/// A test passes when it ran on at least one device of the family and all its runs agree; any other result fails it;
/// without a result it is incomplete when another test gave one on the family, else not measured. A feature is as bad
/// as the worst of the tests that declare it, a row as the worst of what it names.
std::vector<RowReport> evaluate_rows(const RowMap& map, std::span<const TestFeatures> tests,
                                     std::span<const DeviceReport> devices);

}  // namespace agt
