import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {isObject, type JsonObject} from '../../../core/json.ts';
import {compareHooks} from '../../../kubernetes/hook/compare-hooks.ts';
import {type AnnotatedHook, readHook} from '../../../kubernetes/hook/read-hook.ts';
import {protectKept} from '../../../kubernetes/import/helm/protect-kept.ts';
import {canonicalJson} from '../../../lib/canonical-json.ts';
import {sha256} from '../../../lib/sha256.ts';
import type {Chart} from '../../../ports/charts.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import type {Built} from '../source.ts';
import type {HelmSettings} from './helm-model.ts';

/** The rendered chart that the hooks belong to. */
export type SplitHooks = {
  /** The name of the Helm release. */
  readonly release: string;
  readonly chart: Pick<Chart, 'digest'>;
  /** The merged values. */
  readonly values: JsonObject;
  readonly settings: Pick<HelmSettings, 'hooks'>;
};

/** Separates the hooks of a rendered chart from its objects. An object that Helm keeps is protected. */
export function splitHooks(built: Built, source: SplitHooks): Built {
  const {release, chart, values, settings} = source;
  const inputs = sha256(canonicalJson([chart.digest, values]));
  const read = built.candidates.map((candidate) => ({candidate, hook: readHook(candidate.object)}));
  const hooks = read
    .flatMap(({candidate, hook}) => (isHook(hook) ? [{object: candidate.object, weight: hook.weight}] : []))
    .toSorted(compareHooks)
    .map(({object}) => object);
  const shared = {source: release, inputs, post: settings.hooks?.post ?? 'ready'} as const;
  const candidates = read.flatMap(({candidate, hook}): readonly Candidate[] => {
    if (hook === 'unknown') return [];
    if (hook === 'ordinary') return [{...candidate, object: protectKept(candidate.object)}];
    const {part: _, ...made} = candidate;
    return [{...made, hook: {...hook, ...shared, place: hooks.indexOf(candidate.object)}}];
  });
  const ignored = read.filter(({hook}) => hook === 'unknown').map(({candidate}) => ignoredHook(candidate));
  return {...built, candidates, diagnostics: [...built.diagnostics, ...ignored]};
}

const isHook = (hook: AnnotatedHook | string): hook is AnnotatedHook => typeof hook === 'object';

const ignoredHook = ({object, origin}: Candidate): Diagnostic => ({
  severity: 'warning',
  code: 'source/helm-hook',
  message: `${nameOf(object)} is left out: its annotation helm.sh/hook names an event that does not exist, and Helm ignores such objects`,
  at: origin.position(['metadata', 'annotations']),
});

const nameOf = ({kind, metadata}: JsonObject): string =>
  `${typeof kind === 'string' ? kind : 'an object'} ${isObject(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : ''}`.trim();
