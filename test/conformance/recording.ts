import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {isList, isObject, type Json, type JsonObject} from '../../src/core/json.ts';
import {canonicalJson} from '../../src/lib/canonical-json.ts';
import {differing} from './differing.ts';
import type {Request} from './request.ts';

const DIRECTORY = new URL('recorded/', import.meta.url);

/** Longer answers are whole OpenAPI documents: the recording has their hash instead of their body. In characters of canonical JSON. */
const LONGEST_ANSWER = 32_768;
const LINE_WIDTH = 120;

const RECORD = 'npx vitest run --project cluster test/conformance/server.test.ts --update';

/** Returns the names of the recorded files: one for each area. */
export const recordedFiles = (): readonly string[] => readdirSync(DIRECTORY).toSorted();

/** Returns the name of the file with the answers to the requests of an area. */
export const recordedFileOf = (area: string): string => `${area.replaceAll(' ', '-')}.json`;

const fileOf = (area: string): URL => new URL(recordedFileOf(area), DIRECTORY);

/** Reads the recorded answers of an area, by the name of the request; none for an area without a recording. */
export function readRecording(area: string): JsonObject {
  const file = fileOf(area);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as JsonObject) : {};
}

/**
 * Writes the answers of an area, in the order of its requests. Keeps the recorded answer of a request that has no new one
 * (a young server has not forgotten anything), and removes answers to requests that the area no longer has.
 */
export function writeRecording(
  area: string,
  requests: readonly Request[],
  answers: ReadonlyMap<string, JsonObject>,
): void {
  const before = readRecording(area);
  const entries = requests.flatMap((request) => {
    const answer = answers.get(request.name);
    const kept = answer === undefined ? before[request.name] : sorted(shortened(answer));
    return kept === undefined || request.uncompared === true ? [] : [[request.name, kept] as const];
  });
  mkdirSync(DIRECTORY, {recursive: true});
  writeFileSync(fileOf(area), `${format(Object.fromEntries(entries))}\n`);
}

/** Returns where a normalised answer differs from the recorded one, as `differing` does. */
export function differingFromRecorded(recorded: Json, answer: JsonObject): readonly string[] {
  const lines = differing(recorded, shortened(answer));
  if (!isObject(recorded) || recorded['sha256'] === undefined) return lines;
  return lines.map((line) =>
    line.startsWith('sha256: ')
      ? 'body: the answer differs from the recorded one, which is recorded as a hash. To see the difference, run: node test/conformance/compare.ts "$(npm run -s controlplane -- up)" sandbox'
      : line,
  );
}

/** The failure of a request without a recorded answer. */
export const NOT_RECORDED = `no answer is recorded. To record the answers of the real server, run: ${RECORD}`;

function shortened(answer: JsonObject): JsonObject {
  const text = canonicalJson(answer);
  if (text.length <= LONGEST_ANSWER) return answer;
  const {body: _, ...head} = answer;
  return {...head, sha256: createHash('sha256').update(text).digest('hex')};
}

const sorted = (value: JsonObject): Json => JSON.parse(canonicalJson(value)) as Json;

/** Formats JSON with every value on one line that fits on one: a changed field is one changed line in git. */
function format(value: Json, indent = ''): string {
  const line = JSON.stringify(value);
  if (indent !== '' && indent.length + line.length <= LINE_WIDTH) return line;
  const inner = `${indent} `;
  if (isList(value)) return `[\n${value.map((item) => inner + format(item, inner)).join(',\n')}\n${indent}]`;
  if (!isObject(value)) return line;
  const members = Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${format(item, inner)}`);
  return `{\n${members.join(',\n')}\n${indent}}`;
}
