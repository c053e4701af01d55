import type {Charts} from '../../../ports/charts.ts';
import type {Helm} from '../../../ports/helm.ts';
import type {SourceDeps, SourceKind} from '../source.ts';
import {HelmModel} from './helm-model.ts';

/** The programs and stores that Helm charts need. Each is opened when the first chart is built. */
export type HelmTools = {
  readonly charts: (deps: SourceDeps) => Promise<Charts>;
  readonly helm: (deps: SourceDeps) => Promise<Helm>;
};

/** Returns the source kind of Helm charts. */
export const helmKind = ({charts, helm}: HelmTools): SourceKind<'helm'> => ({
  name: 'helm',
  description: 'A Helm chart with its values.',
  schema: HelmModel,
  placeholder: '{path: CHART}',
  example: '{path: charts/web, release: web}',
  options: {},
  hasExtensions: false,
  open: async (deps) => {
    const {helmSource} = await import('./helm-source.ts');
    return helmSource({charts: () => charts(deps), helm: () => helm(deps)});
  },
});
