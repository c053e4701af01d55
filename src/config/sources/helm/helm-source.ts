import {resolve} from 'node:path';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {defined} from '../../../lib/defined.ts';
import type {Charts} from '../../../ports/charts.ts';
import type {Helm} from '../../../ports/helm.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import {LOCK_FILE} from '../../own-files.ts';
import type {Built, Source, SourceEntry} from '../source.ts';
import {findChart} from './find-chart.ts';
import type {HelmSettings} from './helm-model.ts';
import {readRendered} from './read-rendered.ts';
import {readValues} from './read-values.ts';

/** The tools of a Helm source, opened when the first chart is built. */
export type HelmSourceTools = {readonly charts: () => Promise<Charts>; readonly helm: () => Promise<Helm>};

/** Returns the source of the objects of a Helm chart. */
export const helmSource = (tools: HelmSourceTools): Source => ({
  inputs: ({written, place: {stackDir}}) => {
    const {path, valuesFiles = []} = (written ?? {}) as HelmSettings;
    return {
      directories: path === undefined ? [] : [resolve(stackDir, path)],
      files: [LOCK_FILE, ...valuesFiles].map((file) => resolve(stackDir, file)),
    };
  },
  build: async (entry, facts): Promise<Built> => {
    const settings = (entry.written ?? {}) as HelmSettings;
    const values = readValues(settings, entry);
    if ('diagnostics' in values) return {candidates: [], diagnostics: values.diagnostics};
    const found = await findChart(settings, entry, await tools.charts());
    if ('problem' in found) return failed(found, entry);
    if (!('chart' in found)) return {candidates: [], ...found};
    const {chart} = found;
    const helm = await tools.helm();
    const {release = chart.name, namespace = 'default', skipCrds = false} = settings;
    const rendered = await helm({
      chart,
      release,
      namespace,
      isUpgrade: false,
      values: values.merged,
      withCrds: !skipCrds,
      facts,
    });
    if ('problem' in rendered) return failed(rendered, entry);
    const built = readRendered(rendered.text);
    return {...built, diagnostics: [...found.diagnostics, ...built.diagnostics]};
  },
});

function failed({problem, hint, part}: SourceProblem, {at}: SourceEntry): Built {
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'source/helm',
    message: problem,
    ...at(part),
    ...defined({hint}),
  };
  return {candidates: [], diagnostics: [diagnostic]};
}
