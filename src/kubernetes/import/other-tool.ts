import {isObject, type JsonObject} from '../../core/json.ts';
import {HELM_NAME_ANNOTATION, metadataOf} from '../plan/take-over-managers.ts';

/** Another tool that also writes an object, and its name for what the object belongs to. */
export type OtherTool = {readonly tool: string; readonly name: string};

type ToolLabel = {
  readonly tool: string;
  readonly in: 'labels' | 'annotations';
  readonly key: string;
  /** Extracts the name from the value of the label or annotation. */
  readonly name?: (value: string) => string;
};

const TOOL_LABELS: readonly ToolLabel[] = [
  {
    tool: 'Argo CD',
    in: 'annotations',
    key: 'argocd.argoproj.io/tracking-id',
    name: (value) => value.split(':')[0] ?? '',
  },
  {tool: 'Argo CD', in: 'labels', key: 'argocd.argoproj.io/instance'},
  {tool: 'Flux (Kustomization)', in: 'labels', key: 'kustomize.toolkit.fluxcd.io/name'},
  {tool: 'Flux (HelmRelease)', in: 'labels', key: 'helm.toolkit.fluxcd.io/name'},
  {tool: 'kapp', in: 'labels', key: 'kapp.k14s.io/app'},
  {tool: 'Rancher Fleet', in: 'annotations', key: 'objectset.rio.cattle.io/id'},
  {tool: 'Helm', in: 'annotations', key: HELM_NAME_ANNOTATION},
];

/**
 * Returns the tool that would write the object again, by its labels and annotations. If there are several, returns the
 * one that controls the others.
 */
export function otherTool(live: JsonObject): OtherTool | undefined {
  const metadata = metadataOf(live);
  for (const {tool, in: place, key, name} of TOOL_LABELS) {
    const labels = metadata[place];
    const value = isObject(labels) ? labels[key] : undefined;
    if (typeof value === 'string') return {tool, name: name?.(value) ?? value};
  }
  return undefined;
}
