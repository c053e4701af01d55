import {expect, it} from 'vitest';
import type {ReleaseLine} from '../../../../../src/app/release/release-line.ts';
import type {Release} from '../../../../../src/core/release/release.ts';
import {releaseListText, releaseText} from '../../../../../src/ui/text/release/release-text.ts';
import {plainStyle} from '../../plain-style.ts';

const RELEASE: Release = {
  formatVersion: 2,
  project: 'shop',
  stack: 'web',
  workspace: 'prod',
  lineage: 'l',
  revision: 4,
  epoch: 4,
  operation: 'apply',
  phase: 'succeeded',
  startedAt: '2026-05-03T12:00:00Z',
  by: {user: 'ann', host: 'build-7', bootId: 'b', pid: 1, processStart: '1', command: 'gantry apply'},
  gantryVersion: '0.1.0',
  cluster: {server: 'https://cluster.example.com', version: 'v1.34.4', identity: 'c', method: 'kube-system-uid'},
  summary: {
    create: 1,
    update: 0,
    replace: 0,
    delete: 0,
    adopt: 0,
    unchanged: 0,
    retain: 0,
    forget: 0,
    gone: 0,
    blocked: 0,
  },
  spec: [],
  state: [],
};

const chart = (name: string, version: string) => ({kind: 'helm', name, value: {chart: 'nginx', version}});

it('a release shows the charts that it was made with, and their versions', () => {
  const text = releaseText({...RELEASE, sources: [chart('front', '1.1.0'), chart('back', '2.0.0')]}, plainStyle);
  expect(text).toMatch(/^Charts +front \(nginx 1\.1\.0\), back \(nginx 2\.0\.0\)$/m);
  expect(releaseText(RELEASE, plainStyle)).not.toContain('Charts');
});

it('a list of releases shows the charts of each release, and has no such column without charts', () => {
  const line = (revision: number, ...charts: readonly (readonly [string, string])[]): ReleaseLine => ({
    revision,
    operation: 'apply',
    phase: 'succeeded',
    startedAt: '2026-05-03T12:00:00Z',
    by: 'ann',
    user: 'ann',
    host: 'build-7',
    command: 'gantry apply',
    server: 'https://cluster.example.com',
    resources: 1,
    summary: RELEASE.summary,
    current: false,
    ...(charts.length === 0
      ? {}
      : {charts: charts.map(([chartName, version]) => ({release: 'shop', chart: chartName, version}))}),
  });
  const list = (...releases: readonly ReleaseLine[]): string => {
    const names = {project: 'shop', stack: 'web', workspace: 'prod'};
    return releaseListText({formatVersion: 1, ...names, lineage: 'l', releases, unreadable: []}, plainStyle);
  };
  const charts = list(line(2, ['web', '1.1.0'], ['redis', '2.0.0']), line(1));
  expect(charts).toMatch(/ BY +CHARTS$/m);
  expect(charts).toMatch(/^2 .* ann +web 1\.1\.0, redis 2\.0\.0$/m);
  expect(list(line(3, ['a', '1'], ['b', '1'], ['c', '1'], ['d', '1'], ['e', '1']))).toMatch(/a 1, b 1, c 1, 2 more$/m);
  expect(list(line(1))).not.toContain('CHARTS');
});
