import {existsSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {readinessOf} from '../../../../src/kubernetes/readiness/readiness.ts';

type Row = {
  readonly name: string;
  readonly obj: JsonObject & {readonly metadata: {readonly creationTimestamp?: string}};
  readonly status: string;
  readonly conds: readonly {readonly type: string; readonly status: string; readonly reason: string}[];
  readonly absent: readonly string[];
};

const FILE = new URL('../../../../../shared/cases/kstatus.jsonl', import.meta.url);
const rows: Row[] = existsSync(FILE)
  ? readFileSync(FILE, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row)
  : [];

describe('the readiness rules agree with kstatus', () => {
  if (rows.length === 0) it.skip('the recorded rows are not on this machine: our own table stands alone');

  it.each(rows)('$name', ({obj, status, conds, absent}) => {
    // Rows with a creation time speak of an object that was made just now.
    const made = obj.metadata.creationTimestamp;
    const now = made === undefined ? new Date('2026-01-01T00:00:00Z') : new Date(Date.parse(made) + 1000);
    const found = readinessOf(obj, now);
    expect(found.status).toBe(status);
    for (const condition of conds) expect(found.conditions).toContainEqual(expect.objectContaining(condition));
    for (const type of absent) expect(found.conditions.map((condition) => condition.type)).not.toContain(type);
  });
});
