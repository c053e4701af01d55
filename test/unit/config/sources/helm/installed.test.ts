import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {helmSource} from '../../../../../src/config/sources/helm/helm-source.ts';
import {madeFrom} from '../../../../../src/config/sources/helm/made-from.ts';
import type {SourceEntry} from '../../../../../src/config/sources/source.ts';
import {type RecordedRuns, wasInstalled} from '../../../../../src/core/hook/was-installed.ts';
import {Secret} from '../../../../../src/core/secret/secret.ts';
import type {SourceFacts} from '../../../../../src/ports/source-facts.ts';
import {scratchDirectory} from '../../../../rig/scratch.ts';

const ID = 'v1:ConfigMap:shop:web';

const hooksOf = (isInstalled: boolean) => ({hooks: [{source: 'web', isInstalled, objects: [ID], hooks: []}]});
const state = [{id: ID}] as unknown as NonNullable<RecordedRuns['last']>['state'];

/** Builds a chart with one ConfigMap after some runs. Returns whether its templates see an upgrade, for each render. */
async function rendered(runs: RecordedRuns) {
  const stackDir = await scratchDirectory();
  await mkdir(join(stackDir, 'chart'));
  const chart = {path: join(stackDir, 'chart'), name: 'web', version: '1.0.0', digest: 'sha256:1'};
  const seen: boolean[] = [];
  const source = helmSource({
    charts: async () => async () => chart,
    files: async () => async () => new Map([['Chart.yaml', 'name: web\nversion: 1.0.0\n']]),
    helm: async () => async (render) => {
      seen.push(render.isUpgrade);
      const data = `data: {upgrade: "${render.isUpgrade}"}`;
      return {
        text: `---\n# Source: web/templates/a.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n${data}\n`,
      };
    },
    program: async () => 'helm',
    cache: {read: async () => undefined, write: async () => {}},
  });
  const entry = {
    written: {path: 'chart'},
    place: {stackDir, projectDir: stackDir, workspacesDir: stackDir},
    names: {project: 'shop', stack: 'dev'},
    namespace: 'shop',
    at: () => ({}),
    taken: new Set(),
    kinds: [],
  } as unknown as SourceEntry;
  const facts = {
    past: async () => ({...runs, digestKey: new Secret('key')}),
    version: async () => 'v1.34.4',
    apis: async () => ['v1/ConfigMap'],
  } as unknown as SourceFacts;
  const {candidates, diagnostics, records: [record] = []} = await source.build(entry, facts);
  expect(diagnostics).toEqual([]);
  expect(candidates[0]?.object['data']).toEqual({upgrade: String(seen.at(-1))});
  expect(record?.value['isUpgrade']).toBe(seen.at(-1));
  return seen;
}

it.each([
  {name: 'a stack without a release is installed', runs: {interrupted: []}, want: false},
  {
    name: 'a source whose first run failed is installed again, although it has objects',
    runs: {last: {state, ...hooksOf(false)}, interrupted: []},
    want: false,
  },
  {
    name: 'a source that a run has applied is upgraded',
    runs: {last: {state, ...hooksOf(true)}, interrupted: []},
    want: true,
  },
  {
    name: 'a source that a run has applied whose record is not the last one yet is upgraded',
    runs: {interrupted: [hooksOf(true)]},
    want: true,
  },
  {
    name: 'a source whose objects were manifests of the stack, or whose release was rebuilt, is upgraded',
    runs: {last: {state}, interrupted: []},
    want: true,
  },
  {
    name: 'a source that is new in a stack with other objects is installed',
    runs: {last: {state: state.map((one) => ({...one, id: 'v1:ConfigMap:shop:other'}))}, interrupted: []},
    want: false,
  },
])('$name, for its hooks and its templates', async ({runs, want}) => {
  expect(wasInstalled(runs, 'web', [ID])).toBe(want);
  expect((await rendered(runs)).at(-1)).toBe(want);
});

it('a source whose chart and values did not change since its installation is rendered as that installation', async () => {
  const making = {chart: {digest: 'sha256:1'}, values: {}, release: {name: 'web', namespace: 'shop'}};
  const generated = {
    madeFrom: madeFrom(making, new Secret('key')),
    render: '',
    fingerprints: {},
    stable: {},
    values: {},
  };
  const record = {kind: 'helm', name: 'web', value: {isUpgrade: false}, generated} as const;
  const runs = {last: {state, ...hooksOf(true), sources: [record]}, interrupted: []};
  expect(new Set(await rendered(runs))).toEqual(new Set([false]));
  const other = {...record, generated: {...generated, madeFrom: 'other values'}};
  expect(new Set(await rendered({...runs, last: {...runs.last, sources: [other]}}))).toEqual(new Set([true]));
});
