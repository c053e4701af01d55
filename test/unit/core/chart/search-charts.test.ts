import {expect, it} from 'vitest';
import {searchCharts} from '../../../../src/core/chart/search-charts.ts';

const chart = (name: string, description = '', ...keywords: readonly string[]) => ({
  name,
  description,
  keywords,
  versions: [{version: '1.0.0'}],
});
const CHARTS = [
  chart('monitoring', 'graphs for postgres'),
  chart('backup', 'copies', 'postgres'),
  chart('my-postgres'),
  chart('postgres-ha'),
  chart('postgres'),
  chart('nginx'),
];

it.each([
  {text: 'Postgres', want: ['postgres', 'postgres-ha', 'my-postgres', 'backup', 'monitoring']},
  {text: 'postgres graphs', want: ['monitoring']},
  {text: 'postgres nothing', want: []},
  {text: ' ', want: ['backup', 'monitoring', 'my-postgres', 'nginx', 'postgres', 'postgres-ha']},
])('a search for "$text" finds $want', ({text, want}) =>
  expect(searchCharts(CHARTS, text).map(({name}) => name)).toEqual(want),
);
