#!/usr/bin/env python3
"""Demands that report.schema.json accepts and refuses the same documents as parse_report; reads mutations' lines.

usage: mutations | compare_with_schema.py report.schema.json
"""
# SPDX-License-Identifier: MIT
import json
import sys

import jsonschema


def main() -> int:
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    seen = {True: 0, False: 0}
    disagreements = 0
    for line in sys.stdin:
        case = json.loads(line)
        seen[case["accepted"]] += 1
        if validator.is_valid(case["document"]) != case["accepted"]:
            disagreements += 1
            print(f"{case['what']}: parse_report {'accepts' if case['accepted'] else 'refuses'} it, the schema does not agree")
    print(f"{seen[True]} accepted, {seen[False]} refused, {disagreements} disagreements")
    enough = seen[True] >= 3 and seen[False] >= 1000
    if not enough:
        print("too few documents: is something wrong with mutations?")
    return 0 if enough and disagreements == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
