import {describe, expect, it} from 'vitest';
import type {DriftReport, StackDrift} from '../../../../src/app/detect-drift.ts';
import {driftMarkdown} from '../../../../src/ui/markdown/drift-markdown.ts';
import {plainStyle} from '../plain-style.ts';
import {DRIFT_REPORTS} from '../sample-drift.ts';

const REPORT = DRIFT_REPORTS['of several stacks'] ?? expect.fail();
const [QUIET = expect.fail(), DRIFTED = expect.fail()] = REPORT.stacks;
const markersIn = (text: string): readonly string[] => text.match(/^<!-- gantry:.* -->$/gm) ?? [];

describe('drift as Markdown', () => {
  it('a drift report has a marker per stack that differs from that of its plans, drifted stacks first', () =>
    expect(driftMarkdown(REPORT, plainStyle)).toMatchFileSnapshot('../../../golden/ui/drift.md'));

  it('a drift report of many stacks has one marker, whichever of them has drifted', () => {
    const quiet = driftMarkdown({...REPORT, stacks: [QUIET], isOfMany: true}, plainStyle);
    const drifted = driftMarkdown({...REPORT, isOfMany: true}, plainStyle);
    for (const text of [quiet, drifted]) expect(text.split('\n')[0]).toBe('<!-- gantry:drift/-/-/prod -->');
  });

  const report = (stacks: readonly StackDrift[]): DriftReport => ({formatVersion: 1, stacks, failed: []});

  it('a drift report keeps the given length and says what is missing', () => {
    const objects = Array.from({length: 200}, (_, i) => ({
      ...DRIFTED.objects[0],
      id: `v1:ConfigMap:shop:${i}`,
      reason: `change ${i}`,
    }));
    const stack = {...DRIFTED, objects} as StackDrift;
    const text = driftMarkdown(report([QUIET, stack]), {...plainStyle, bytes: 8000});
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8000);
    expect(markersIn(text)).toEqual(['<!-- gantry:drift/shop/web/prod -->']);
    expect(text).toMatch(/objects shown without fields, \d+ objects left out, 1 stack left out\*\*, because/);
  });

  it('a drift report of very many stacks keeps the drifted ones', () => {
    const stacks = Array.from({length: 500}, (_, i) => ({...QUIET, stack: `quiet-${i}`}));
    const text = driftMarkdown(report([...stacks, DRIFTED]), {...plainStyle, bytes: 8000});
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8000);
    expect(markersIn(text)[0]).toBe('<!-- gantry:drift/shop/web/prod -->');
    expect(text).toContain('<b>deleted</b>');
    expect(text).toMatch(/\d+ stacks left out/);
  });

  it('a reason or a value cannot break out of the Markdown of a drift report', () => {
    const evil = {...DRIFTED.objects[0], reason: '```\n# @team <img>', fields: []};
    const text = driftMarkdown(report([{...DRIFTED, objects: [evil]} as StackDrift]), plainStyle);
    expect(text).toMatch(/^````diff\n# ```/m);
    expect(text).not.toMatch(/^# @team/m);
  });
});
