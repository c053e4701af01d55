import {join} from 'node:path';
import {outputCache} from '../../../lib/output-cache.ts';
import type {ReadChartFiles} from '../../../ports/chart-files.ts';
import type {Charts} from '../../../ports/charts.ts';
import type {Helm} from '../../../ports/helm.ts';
import type {SourceDeps, SourceKind} from '../source.ts';
import {HelmModel} from './helm-model.ts';

/** The programs and stores that Helm charts need. Each is opened when the first chart is built. */
export type HelmTools = {
  readonly files: () => Promise<ReadChartFiles>;
  readonly charts: (deps: SourceDeps) => Promise<Charts>;
  readonly helm: (deps: SourceDeps) => Promise<Helm>;
  /** Returns the identity of the helm program; undefined if there is none. */
  readonly program: (deps: SourceDeps) => Promise<string | undefined>;
};

/** Returns the source kind of Helm charts. */
export const helmKind = ({charts, files, helm, program}: HelmTools): SourceKind<'helm'> => ({
  name: 'helm',
  description: 'A Helm chart with its values.',
  schema: HelmModel,
  placeholder: '{path: CHART}',
  example: '{path: charts/web, release: web}',
  options: {},
  isLate: true,
  hasExtensions: false,
  open: async (deps) => {
    const {helmSource} = await import('./helm-source.ts');
    const cache = outputCache(join(deps.home, 'cache', 'renders'));
    return helmSource({charts: () => charts(deps), files, helm: () => helm(deps), program: () => program(deps), cache});
  },
});
