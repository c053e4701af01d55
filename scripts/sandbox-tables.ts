import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import type {JsonObject} from '../src/core/json.ts';
import {goFieldLines} from './go-fields.ts';
import {internalTypes} from './internal-types.ts';

const GO_FIELDS = 'src/sandbox/decode/go-fields.ts';
const INTERNAL_TYPES = 'src/sandbox/kinds/workloads/internal-types.ts';

/** Writes the tables of the sandbox that are made out of Kubernetes' sources; `documents` are its OpenAPI v3. */
export function writeTables(documents: readonly JsonObject[]): void {
  replaceBetween(GO_FIELDS, 'GO_FIELDS = `\n', '\n`;', goFieldLines(documents));
  replaceBetween(INTERNAL_TYPES, '= {\n', '};', internalTypes());
  const format = ['check', '--linter-enabled=false', '--write', GO_FIELDS, INTERNAL_TYPES];
  execFileSync('node_modules/.bin/biome', format, {stdio: 'inherit'});
}

function replaceBetween(file: string, start: string, end: string, content: string): void {
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(start) + start.length, text.lastIndexOf(end)];
  if (from < start.length || to < from) throw new Error(`${file} has no table where it is expected`);
  writeFileSync(file, `${text.slice(0, from)}${content}${text.slice(to)}`);
}
