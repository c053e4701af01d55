import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {listed, importWarning as warning} from '../../../../core/import/secret-notes.ts';
import {lookAtApi, type UnavailableApi, unavailableText} from '../client/unavailable-api.ts';
import type {Denied} from './list-namespace.ts';

/** The most kinds that are named. The limit is high, because an omitted kind would look like one without objects. */
const MOST_KINDS = 60;

/** Returns a warning for the kinds that the user may not list. */
export function deniedWarnings(denied: readonly Denied[]): readonly Diagnostic[] {
  const byNamespace = Map.groupBy(denied, ({namespace}) => namespace);
  return [...byNamespace].map(([namespace, those]) => {
    const where = namespace === undefined ? 'of the cluster' : `in namespace ${namespace}`;
    const kinds = those.map(({resource: {kind}}) => kind).toSorted();
    return warning(
      'not-allowed',
      `you have no permission to list ${listed(kinds, MOST_KINDS)} ${where}: these objects are missing from the import`,
      'Request the permission to list them, or name the kinds that you want with --kind.',
    );
  });
}

/** Returns a warning for an aggregated API that does not answer; its objects may be missing from the manifests. */
export const unavailableWarning = (api: UnavailableApi): Diagnostic =>
  warning(
    'unavailable-api',
    `${unavailableText(api)}: objects of its kinds are missing from the import`,
    `Run "${lookAtApi(api)}", and import again when the API is available.`,
  );

/** Returns a warning for objects that Helm or another tool manages. */
export const toolWarning = (tool: string, name: string, ids: readonly string[]): Diagnostic =>
  warning(
    'other-tool',
    `${tool} (${name}) also writes ${listed(ids)}`,
    `Stop ${tool} from managing them before you apply the stack, or both will overwrite each other's changes.`,
  );

/** Returns a warning for an object with owners outside of the import; owner references are left out of manifests. */
export const ownerWarning = (id: string, owners: readonly string[]): Diagnostic =>
  warning(
    'owned',
    `${id} is deleted together with its owner ${owners.join(', ')}; the manifest does not record that, because a uid is valid in one cluster only`,
  );

/** Returns a warning for objects with the label of another stack. */
export const stackNote = (stack: string, ids: readonly string[]): Diagnostic =>
  warning('in-a-stack', `the stack ${stack} owns these objects already: ${listed(ids)}`);

/** Returns a note for workloads with an autoscaler; `replicas` is left out of their manifests. */
export const scaledNote = (ids: readonly string[]): Diagnostic => ({
  severity: 'note',
  code: 'import/scaled',
  message: `an autoscaler sets the replicas of ${listed(ids)}: the manifests leave replicas out`,
});

/** Returns one warning for each reason: usually a missing permission, which affects all objects. */
export function unprovedWarnings(
  unproved: readonly {readonly id: string; readonly why: string}[],
): readonly Diagnostic[] {
  const byReason = Map.groupBy(unproved, ({why}) => why.replaceAll(/"[^"]*"/g, '"…"'));
  return [...byReason.values()].map((those) =>
    warning(
      'defaults-kept',
      `a dry run could not show which values of ${listed(those.map(({id}) => id))} are defaults (${those[0]?.why ?? ''}): the manifests keep most of them`,
    ),
  );
}
