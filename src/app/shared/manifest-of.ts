import {GantryError} from '../../core/failure/failure.ts';
import type {ExternalResource} from '../../core/shared/external-resource.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {SurveyedObject} from '../../ports/survey.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {changedExternals} from './verify-externals.ts';

/** A registered Kubernetes object. */
type Registered = Extract<ExternalResource, {readonly type: 'Kubernetes'}>;

/** An external resource whose manifest is needed. */
export type ManifestOf = {readonly external: Registered; readonly request: StackRequest};

/**
 * Returns the manifest of an external resource as a person would have written it, after the check of its identity.
 * @throws GantryError shared/external-changed; input/usage if the manifest must be written by a person
 */
export async function manifestOf({external, request}: ManifestOf, deps: Deps): Promise<SurveyedObject> {
  const {id, object, workspace} = external;
  const {namespace} = object;
  if (namespace === undefined || (object.kind === 'Secret' && object.apiVersion === 'v1'))
    throw byHand(id, namespace === undefined ? 'it is in no namespace' : 'its values must not be in files');
  const look = async (cluster: Cluster): Promise<SurveyedObject> => {
    const resources = await changedExternals([external], cluster.facts);
    if (resources.length > 0) throw new GantryError({code: 'shared/external-changed', workspace, resources});
    const kinds = [kindName(object)];
    const wanted = {namespaces: [namespace], kinds, secrets: 'skip', signal: deps.signal} as const;
    const {objects, skipped} = await cluster.survey(wanted);
    const found = objects.find((one) => one.id === id);
    if (found !== undefined) return found;
    throw byHand(id, skipped.find((one) => one.id === id)?.because ?? 'a controller or the cluster writes it');
  };
  const {inWorkspace} = await import('../import/in-workspace.ts');
  return (await inWorkspace(request, {namespace, look}, deps)).found;
}

const kindName = ({apiVersion, kind}: Registered['object']): string => {
  const [group, version] = apiVersion.split('/');
  return version === undefined ? kind : `${group}/${kind}`;
};

const byHand = (id: string, because: string): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `the manifest of ${id} cannot be written: ${because}`,
    hint: 'Write it to the files of the shared stack yourself, and run the command again.',
  });
