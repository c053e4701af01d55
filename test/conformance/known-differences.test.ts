import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {NOT_IN_SANDBOX} from '../rig/features.ts';
import {KNOWN_DIFFERENCES} from './known-differences.ts';
import {readRecording, recordedFileOf, recordedFiles} from './recording.ts';
import {requestsIn} from './requests.ts';

const names = Object.values(requestsIn('NAMESPACE')).flatMap((requests) => requests.map(({name}) => name));

describe('the table of requests', () => {
  it('the table has more than 300 requests, each with a unique name', () => {
    expect(names.length).toBeGreaterThan(300);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('the recordings have the answer of each compared request, in the same order, and no others', () => {
    const areas = Object.entries(requestsIn('NAMESPACE'));
    const compared = areas.map(([area, requests]) => [
      area,
      requests.filter(({uncompared}) => uncompared !== true).map(({name}) => name),
    ]);
    expect(areas.map(([area]) => [area, Object.keys(readRecording(area))])).toEqual(compared);
    expect(recordedFiles()).toEqual(areas.map(([area]) => recordedFileOf(area)).toSorted());
  });
});

describe('the features that the sandbox does not have', () => {
  it('docs/sandbox.md lists the same missing features as the code', () => {
    const page = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split('\n## What it does not have\n');
    const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].map(
      ([, what, words]) => [what, words],
    );
    expect(rows.slice(1)).toEqual(Object.entries(NOT_IN_SANDBOX));
  });
});

describe('known differences', () => {
  it('each known difference names requests of the table', () => {
    expect(KNOWN_DIFFERENCES.flatMap(({requests}) => requests).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('docs/sandbox.md lists the same known differences as the code', () => {
    const page = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split('\n## Known differences\n');
    const listed = [...(section.split('\n## ')[0] ?? '').matchAll(/^- (.+)$/gm)].map(([, line]) => line);
    expect(listed).toEqual(KNOWN_DIFFERENCES.map(({reason}) => reason));
  });
});
