import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {lockedChart, readLockFile, writeLockFile} from '../../../../../src/config/sources/helm/chart-lock-file.ts';
import {findChart} from '../../../../../src/config/sources/helm/find-chart.ts';
import type {HelmSettings} from '../../../../../src/config/sources/helm/helm-model.ts';
import type {SourceEntry} from '../../../../../src/config/sources/source.ts';
import type {SourceRecord} from '../../../../../src/core/release/source-record.ts';
import type {ChartWanted} from '../../../../../src/ports/charts.ts';
import {digestOf} from '../../../../rig/chart-archive.ts';
import {scratchDirectory} from '../../../../rig/scratch.ts';

const PLACE = {repository: 'https://charts.example.com', chart: 'web'};
const LOCKED = {...PLACE, wanted: '^1', version: '1.2.0', digest: digestOf('web'), dependencies: []};
const CHART = {path: '/web.tgz', name: 'web', version: '1.2.0', digest: digestOf('web')};

const entryIn = (stackDir: string): SourceEntry => ({
  place: {stackDir, projectDir: stackDir, workspacesDir: stackDir},
  names: {project: 'shop', stack: 'dev'},
  references: false,
  remote: false,
  at: (path = []) => ({path: path.join('.')}),
  taken: new Set(),
  kinds: [],
});

/** Finds a chart, and returns what was wanted. */
async function find(settings: HelmSettings, lock?: string, released?: readonly SourceRecord[]) {
  const stackDir = await scratchDirectory();
  if (lock !== undefined) await writeFile(join(stackDir, 'charts.lock.yaml'), lock);
  const wanted: ChartWanted[] = [];
  const found = await findChart(
    settings,
    {...entryIn(stackDir), workspace: {name: 'prod', released}},
    async () => async (one) => {
      wanted.push(one);
      return CHART;
    },
  );
  return {found, wanted: wanted[0], stackDir};
}

describe('the chart of a source', () => {
  it('the chart of a source is wanted in the version of the lock file', async () => {
    const lock = JSON.stringify({formatVersion: 1, charts: [LOCKED]});
    const {found, wanted} = await find({...PLACE, version: '^1'}, lock);
    expect(wanted).toMatchObject({place: PLACE, version: '^1', locked: {version: '1.2.0', digest: LOCKED.digest}});
    expect(found).toEqual({chart: CHART, diagnostics: []});
  });

  it('the chart of a source is wanted in another version than the locked one, with a warning', async () => {
    const lock = JSON.stringify({formatVersion: 1, charts: [LOCKED]});
    const {found, wanted} = await find({...PLACE, version: '^2'}, lock);
    expect(wanted?.locked).toBeUndefined();
    expect(found).toMatchObject({
      diagnostics: [
        {
          severity: 'warning',
          code: 'source/helm-lock-stale',
          message: 'the lock of the chart web no longer applies: charts.lock.yaml has ^1, but stack.yaml wants ^2',
          hint: 'Run "gantry chart lock" to lock the chart again.',
          path: 'version',
        },
      ],
    });
  });

  it.each([
    {before: '1.2.0', now: '^1.2.0'},
    {before: '^1', now: '>=1.1 <1.3'},
    {before: '^1', now: '1.2.0'},
    {before: '^1', now: undefined},
  ])(
    'the chart of a source stays locked if its range changes from $before to $now and has the version',
    async ({before, now}) => {
      const lock = JSON.stringify({formatVersion: 1, charts: [{...LOCKED, wanted: before}]});
      const {found, wanted} = await find({...PLACE, ...(now === undefined ? {} : {version: now})}, lock);
      expect(wanted?.locked).toMatchObject({version: '1.2.0', digest: LOCKED.digest});
      expect(found).toEqual({chart: CHART, diagnostics: []});
    },
  );

  it('the chart of a source is locked for its own range if another source of the chart has another one', async () => {
    const newer = {...LOCKED, wanted: '>=1', version: '2.0.0', digest: digestOf('2.0.0')};
    const lock = JSON.stringify({formatVersion: 1, charts: [LOCKED, newer]});
    expect((await find({...PLACE, version: '>=1'}, lock)).wanted?.locked).toMatchObject({version: '2.0.0'});
    expect((await find({...PLACE, version: '^1'}, lock)).wanted?.locked).toMatchObject({version: '1.2.0'});
  });

  const recorded = (value: Readonly<Record<string, string>>): SourceRecord => ({
    kind: 'helm',
    name: 'web',
    value: {chart: 'web', version: '1.1.0', digest: digestOf('1.1.0'), ...value},
  });
  it.each([
    {name: 'in the version of a promoted release', record: recorded({}), version: '1.1.0', digest: digestOf('1.1.0')},
    {
      name: 'as locked if the release has another range',
      record: recorded({version: '2.0.0'}),
      version: '1.2.0',
      digest: LOCKED.digest,
    },
    {
      name: 'as locked if the release has another chart',
      record: recorded({chart: 'api'}),
      version: '1.2.0',
      digest: LOCKED.digest,
    },
    {
      name: 'as locked if the release has another Helm release',
      record: {...recorded({}), name: 'api'},
      version: '1.2.0',
      digest: LOCKED.digest,
    },
  ])('the chart of a source is wanted $name', async ({record, version, digest}) => {
    const lock = JSON.stringify({formatVersion: 1, charts: [LOCKED]});
    const {wanted, found} = await find({...PLACE, version: '^1'}, lock, [record]);
    expect(wanted?.locked).toMatchObject({version, digest});
    expect(found).toMatchObject({diagnostics: []});
  });

  it('the chart of a source has absolute paths of keys', async () => {
    const {wanted, stackDir} = await find({...PLACE, verify: {keyring: 'keys/ring.gpg'}});
    expect(wanted?.verify).toEqual({keyring: join(stackDir, 'keys/ring.gpg')});
  });

  it('the chart of a source takes no dependency from outside of the project', async () => {
    const {wanted, stackDir} = await find({path: '.'});
    expect(wanted?.refuse?.(join(stackDir, 'common'))).toBeUndefined();
    expect(wanted?.refuse?.('/etc')).toBe('/etc is outside of the project directory');
  });

  it.each([
    ['is no YAML', 'charts: [', 'yaml/syntax'],
    ['has another format', 'formatVersion: 2\n', 'config/wrong-value'],
    [
      'has a wrong digest',
      JSON.stringify({formatVersion: 1, charts: [{...LOCKED, digest: 'md5:1'}]}),
      'config/wrong-value',
    ],
  ])('the chart of a source is not wanted if the lock file %s', async (_, lock) => {
    const {found, wanted} = await find(PLACE, lock);
    expect(wanted).toBeUndefined();
    expect(found).toMatchObject({diagnostics: [{severity: 'error'}]});
    expect(JSON.stringify(found)).toContain('charts.lock.yaml');
  });
});

describe('the lock file', () => {
  it('the lock file is written so that it can be read, in one order', async () => {
    const directory = await scratchDirectory();
    const other = {oci: 'oci://registry.example.com/cache', version: '1.0', dependencies: []};
    const cluster = {version: 'v1.34.4', apis: ['apps/v1', 'apps/v1/Deployment']};
    await writeLockFile(directory, {formatVersion: 1, charts: [LOCKED, other], cluster});
    const text = await readFile(join(directory, 'charts.lock.yaml'), 'utf8');
    await writeLockFile(directory, {formatVersion: 1, charts: [other, LOCKED], cluster});
    expect(await readFile(join(directory, 'charts.lock.yaml'), 'utf8')).toBe(text);
    expect(text).toContain('# Written by "gantry chart lock".');
    const {lock, diagnostics} = readLockFile(directory);
    expect(diagnostics).toEqual([]);
    expect(lock.cluster).toEqual(cluster);
    expect(lockedChart(lock, {oci: other.oci}).locked).toEqual(other);
    expect(lockedChart(lock, {...PLACE, version: '^1'}).locked).toEqual(LOCKED);
    expect(lockedChart(lock, {path: 'web'})).toEqual({});
  });

  it('the lock file may be missing', async () => {
    expect(readLockFile(await scratchDirectory())).toEqual({lock: {formatVersion: 1, charts: []}, diagnostics: []});
  });
});
