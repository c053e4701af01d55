import {describe, expect, it} from 'vitest';
import {chooseDigests, type KnownConfig} from '../../../../src/kubernetes/restart/choose-digests.ts';
import {formatDigests} from '../../../../src/kubernetes/restart/config-digests.ts';

type Row = {
  readonly name: string;
  readonly configs: Readonly<Record<string, KnownConfig>>;
  readonly optional?: boolean;
  readonly before?: Readonly<Record<string, string>>;
  readonly rollsOut?: boolean;
  readonly want: string | undefined;
};

const planned = (digest: string): KnownConfig => ({is: 'planned', digest});
const live = (digest: string): KnownConfig => ({is: 'live', digest});
const absent: KnownConfig = {is: 'absent'};
const forbidden: KnownConfig = {is: 'forbidden'};
const later: KnownConfig = {is: 'later'};
const unknown: KnownConfig = {is: 'unknown'};

const ROWS: readonly Row[] = [
  {name: 'the first digests are all that can be read', configs: {a: planned('1'), b: live('2')}, want: 'a=1 b=2'},
  {name: 'a changed object of the stack has a new digest', configs: {a: planned('2')}, before: {a: '1'}, want: 'a=2'},
  {name: 'a changed live object has a new digest', configs: {a: live('2')}, before: {a: '1'}, want: 'a=2'},
  {name: 'a live object that appears later is not added', configs: {b: live('2')}, before: {a: '1'}, want: undefined},
  {
    name: 'a live object is added with a new template',
    configs: {a: planned('1'), b: live('2')},
    before: {a: '1'},
    rollsOut: true,
    want: 'a=1 b=2',
  },
  {
    name: 'a live object is added when another object restarts the pods',
    configs: {a: live('2'), b: live('2')},
    before: {a: '1'},
    want: 'a=2 b=2',
  },
  {name: 'an optional object that does not exist is recorded', configs: {a: absent}, optional: true, want: 'a=none'},
  {
    name: 'an optional object that appears restarts the pods',
    configs: {a: live('1')},
    optional: true,
    before: {a: 'none'},
    want: 'a=1',
  },
  {
    name: 'an optional object that disappears restarts the pods',
    configs: {a: absent},
    optional: true,
    before: {a: '1'},
    want: 'a=none',
  },
  {name: 'a required object that does not exist has no digest', configs: {a: absent}, want: undefined},
  {name: 'a required object that disappears keeps its digest', configs: {a: absent}, before: {a: '1'}, want: 'a=1'},
  {name: 'an object without permission keeps its digest', configs: {a: forbidden}, before: {a: '1'}, want: 'a=1'},
  {name: 'an object without permission is not recorded', configs: {a: forbidden, b: planned('1')}, want: 'b=1'},
  {name: 'an object that is applied later keeps its digest', configs: {a: later}, before: {a: '1'}, want: 'a=1'},
  {name: 'unknown content keeps its digest in the plan', configs: {a: unknown}, before: {a: '1'}, want: 'a=1'},
  {name: 'an object that the pods no longer use has no digest', configs: {}, before: {a: '1'}, want: undefined},
];

describe('the digests of a workload', () => {
  it.each(ROWS)('$name', ({configs, optional = false, before, rollsOut = false, want}) => {
    const digests = chooseDigests({
      configs: Object.entries(configs).map(([name, known]) => [
        {kind: 'ConfigMap', name, isOptional: optional, isFixed: true},
        known,
      ]),
      before: before && new Map(Object.entries(before).map(([name, digest]) => [`ConfigMap/${name}`, digest])),
      rollsOut,
    });
    expect(formatDigests(digests)?.replaceAll('ConfigMap/', '').replaceAll(',', ' ')).toBe(want);
  });
});
