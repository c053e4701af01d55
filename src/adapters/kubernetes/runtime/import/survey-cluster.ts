import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../../../core/failure/failure.ts';
import {secretWarnings} from '../../../../core/import/secret-notes.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {idOfObject} from '../../../../core/resource/id.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {otherTool} from '../../../../kubernetes/import/other-tool.ts';
import {ownFields} from '../../../../kubernetes/import/own-fields.ts';
import {scaledWorkloads, withoutReplicas} from '../../../../kubernetes/import/scaled-workloads.ts';
import {binaryKeys, withSecretReferences} from '../../../../kubernetes/import/secret-references.ts';
import {ownersNamed, type Skip, skipObject} from '../../../../kubernetes/import/skip-object.ts';
import {templatePvcs} from '../../../../kubernetes/import/template-pvcs.ts';
import {writtenFields} from '../../../../kubernetes/import/written-fields.ts';
import {compareNaturally} from '../../../../lib/compare-naturally.ts';
import type {Survey, SurveyedObject, SurveyRequest} from '../../../../ports/survey.ts';
import type {KubernetesClient} from '../client/client.ts';
import {distinctApis, type UnavailableApi, unavailableText} from '../client/unavailable-api.ts';
import {openScheme, type Scheme} from '../plan/scheme.ts';
import {importableKinds} from './importable-kinds.ts';
import {checkNamespaces, type Denied, type Found, listAll} from './list-namespace.ts';
import {proveDefaults} from './prove-defaults.ts';
import {
  deniedWarnings,
  ownerWarning,
  scaledNote,
  stackNote,
  toolWarning,
  unavailableWarning,
  unprovedWarnings,
} from './survey-notes.ts';

/**
 * Reads the objects in some namespaces in the form in which a person would have written them. Nothing is written; dry
 * runs verify the defaults.
 * @throws GantryError for a namespace or kind that does not exist, and if nothing is found
 */
export async function surveyCluster(client: KubernetesClient, request: SurveyRequest): Promise<Survey> {
  const {signal, namespaces} = request;
  await checkNamespaces({client, namespaces, signal});
  const served = await client.discovery.served();
  const kinds = importableKinds(served, request.kinds);
  const {found, denied, unavailable: silent} = await listAll({...request, client, kinds});
  const unavailable = distinctApis([...(request.kinds.length === 0 ? served.unavailable : []), ...silent]);
  const judged = judge(found);
  const kept = judged.filter(({skip, live}) => skip === undefined && leftSecret(live, request) === undefined);
  const scaled = scaledWorkloads(found.map(({live}) => live));
  const scheme = openScheme(client, new Map());
  const imported = await Promise.all(kept.map((one) => importOne({client, request, scheme, scaled}, one)));
  const secrets = judged.filter(({skip, live}) => skip === undefined && isSecret(live));
  const written = secrets.filter((one) => request.secrets === 'skip' || kept.includes(one));
  if (imported.length === 0) throw nothingFound(client, request, {denied, unavailable, secrets, judged});
  return {
    objects: imported.map(({surveyed}) => surveyed).toSorted((a, b) => compareNaturally(a.id, b.id)),
    skipped: [
      ...judged.flatMap(({id, skip}) => (skip === undefined ? [] : skippedText(id, skip))),
      ...secrets.flatMap(({id, live}) => skippedSecret(id, live, request)),
    ],
    diagnostics: [
      ...deniedWarnings(denied),
      ...unavailable.map(unavailableWarning),
      ...secretWarnings(
        written.map(({id}) => id),
        request.secrets,
      ),
      ...toolWarnings(kept),
      ...kept.flatMap(({id, live}) => (ownersNamed(live).length === 0 ? [] : [ownerWarning(id, ownersNamed(live))])),
      ...stackNotes(judged),
      ...(scaled.size === 0 ? [] : [scaledNote([...scaled])]),
      ...unprovedWarnings(
        imported.flatMap(({surveyed: {id}, unproved}) => (unproved === undefined ? [] : [{id, why: unproved}])),
      ),
    ],
  };
}

function judge(found: readonly Found[]): readonly Judged[] {
  const pvcs = templatePvcs(found.map(({live}) => live));
  return found.map((one) => {
    const id = idOfObject(one.live);
    const skip: Skip | undefined = pvcs.has(id) ? {kind: 'controlled'} : skipObject(one.live);
    return {...one, id, skip};
  });
}

type Judged = Found & {readonly id: string; readonly skip: Skip | undefined};

const isSecret = (object: JsonObject): boolean => {
  const {group, kind} = identityOf(object);
  return group === '' && kind === 'Secret';
};

/** Returns why a Secret is not written, or undefined for other objects. */
function leftSecret(live: JsonObject, {secrets}: SurveyRequest): string | undefined {
  if (secrets === 'plain' || !isSecret(live)) return undefined;
  if (secrets === 'skip') return 'a Secret';
  const keys = binaryKeys(live).join(', ');
  return keys === '' ? undefined : `a Secret whose values are not all text (${keys}): secret stores hold only text`;
}

function skippedSecret(id: string, live: JsonObject, request: SurveyRequest): Survey['skipped'] {
  const because = leftSecret(live, request);
  return because === undefined ? [] : [{id, because}];
}

type Importing = {
  readonly client: KubernetesClient;
  readonly request: SurveyRequest;
  readonly scheme: Scheme;
  readonly scaled: ReadonlySet<string>;
};

type Imported = {readonly surveyed: SurveyedObject; readonly unproved?: string | undefined};

async function importOne(
  {client, request, scheme, scaled}: Importing,
  {live, resource, id}: Judged,
): Promise<Imported> {
  const known = await scheme(resource.apiVersion, resource.kind);
  if (known === undefined) return {surveyed: {id, object: ownFields(live, () => false)}};
  const {schema} = known;
  const isWritten = writtenFields(live, schema);
  const own = ownFields(scaled.has(id) ? withoutReplicas(live) : live, isWritten);
  if (isSecret(live)) return {surveyed: secretOf(id, own, request)};
  const {object, unproved} = await proveDefaults({client, resource, schema, own, isWritten, signal: request.signal});
  return {surveyed: {id, object}, unproved};
}

function secretOf(id: string, own: JsonObject, {secrets}: SurveyRequest): SurveyedObject {
  const {type, ...rest} = own;
  const object = type === 'Opaque' ? rest : own;
  return secrets === 'refs'
    ? {id, object: withSecretReferences(object), hasReferences: true}
    : {id, object, holdsSecrets: true};
}

const SKIP_TEXT: Readonly<Record<Skip['kind'], string | undefined>> = {
  // Omitted silently: hundreds of ReplicaSets and pods, and the objects that every namespace has.
  controlled: undefined,
  cluster: undefined,
  record: 'a token, or the record of a tool',
  ending: 'it is being deleted',
  stack: 'a stack owns it already',
};

function skippedText(id: string, skip: Skip): Survey['skipped'] {
  const because = skip.kind === 'stack' ? `the stack ${skip.stack} owns it already` : SKIP_TEXT[skip.kind];
  return because === undefined ? [] : [{id, because}];
}

function toolWarnings(kept: readonly Judged[]): readonly Diagnostic[] {
  const owned = kept.flatMap(({id, live}) => {
    const other = otherTool(live);
    return other === undefined ? [] : [{id, ...other}];
  });
  const groups = Map.groupBy(owned, ({tool, name}) => `${tool}\n${name}`);
  return [...groups.values()].flatMap((those) => {
    const [first] = those;
    return first === undefined
      ? []
      : [toolWarning(first.tool, first.name, those.map(({id}) => id).toSorted(compareNaturally))];
  });
}

function stackNotes(judged: readonly Judged[]): readonly Diagnostic[] {
  const owned = judged.flatMap(({id, skip}) => (skip?.kind === 'stack' ? [{id, stack: skip.stack}] : []));
  const groups = Map.groupBy(owned, ({stack}) => stack);
  return [...groups].map(([stack, those]) => stackNote(stack, those.map(({id}) => id).toSorted(compareNaturally)));
}

type Nothing = {
  readonly denied: readonly Denied[];
  readonly unavailable: readonly UnavailableApi[];
  readonly secrets: readonly Judged[];
  readonly judged: readonly Judged[];
};

/** Returns the error for an import without objects, with the reason. */
function nothingFound(
  client: KubernetesClient,
  request: SurveyRequest,
  {denied, unavailable, secrets, judged}: Nothing,
): GantryError {
  const where = `in namespace ${request.namespaces.join(', ')}`;
  const [first] = denied;
  if (first !== undefined && judged.length === 0)
    return new GantryError({
      code: 'permission/denied',
      server: client.server,
      action: `list ${[...new Set(denied.map(({resource: {kind}}) => kind))].slice(0, 5).join(', ')} ${where}`,
      detail: first.detail,
    });
  const selected = request.kinds.length > 0 || request.labelSelector !== undefined;
  const stack = judged.find(({skip}) => skip?.kind === 'stack')?.skip;
  const hint =
    stack?.kind === 'stack'
      ? `The stack ${stack.stack} already owns the objects that were found.`
      : secrets.length > 0
        ? 'Only Secrets were found. Pass --secrets refs to write them with references.'
        : selected
          ? 'Try again without --kind and -l.'
          : 'Objects that controllers create, and objects that the cluster creates in every namespace, are not imported.';
  const message = [`nothing to import ${where}`, ...unavailable.map(unavailableText)].join('; ');
  return new GantryError({code: 'input/usage', message, hint});
}
