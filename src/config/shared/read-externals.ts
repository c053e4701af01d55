import {type Diagnostic, isError} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {idOfObject} from '../../core/resource/id.ts';
import {IMPORT_ID, providerIdProblem} from '../../core/resource/import-id.ts';
import {defined} from '../../lib/defined.ts';
import {diagnose} from '../issues/diagnose.ts';
import {checkObject} from '../manifests/check-object.ts';
import {below} from '../manifests/flatten.ts';
import {readText} from '../read-text.ts';
import {maskedOrigin} from '../yaml/masked-position.ts';
import {readYaml} from '../yaml/read-yaml.ts';
import {ExternalResourceFile} from './external-model.ts';
import {literalCredentials} from './literal-credentials.ts';

/** A resource to register, with a function that reports a problem at its id. */
export type DeclaredExternal = {
  readonly id: string;
  readonly type: ExternalResourceFile['type'];
  readonly attributes: JsonObject;
  readonly extensions?: JsonObject;
  readonly diagnose: (code: string, message: string, hint?: string) => Diagnostic;
};

/** The resources of a file, and warnings. */
export type ReadExternals = {
  readonly resources: readonly DeclaredExternal[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Reads the resources to register: one in each YAML document, a list, or a spec with `resources`.
 * @param from the path of a file, or a text with a name for messages
 * @throws GantryError `input/invalid` with every problem
 */
export function readExternals(from: string | {readonly text: string; readonly name: string}): ReadExternals {
  const {
    file,
    text,
    diagnostics: unreadable,
  } = typeof from === 'string' ? readText(from, undefined, true) : {file: from.name, text: from.text, diagnostics: []};
  const {documents, diagnostics: problems} =
    text === undefined ? {documents: [], diagnostics: []} : readYaml(text, file);
  const read = documents.flatMap(({value, origin}) => resourcesIn(value, origin)).map(readOne);
  const resources = read.flatMap(({resource}) => (resource === undefined ? [] : [resource]));
  const all = [
    ...unreadable.map(withHint),
    ...problems,
    ...read.flatMap(({diagnostics}) => diagnostics),
    ...twice(resources),
  ];
  const isEmpty = read.length === 0 && !all.some(isError);
  const none: Diagnostic = {severity: 'error', code: 'spec/empty', message: `${file} contains no resources`};
  const diagnostics = isEmpty ? [...all, none] : all;
  if (diagnostics.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics});
  return {resources, diagnostics};
}

const withHint = (problem: Diagnostic): Diagnostic => ({
  ...problem,
  hint: 'Pass -f with the path of a YAML file that has `id`, `type` and `attributes`, or - for stdin.',
});

type Placed = {readonly value: Json; readonly origin: Origin};

function resourcesIn(value: Json, origin: Origin): readonly Placed[] {
  if (value === null) return [];
  if (isList(value)) return value.map((one, index) => ({value: one, origin: below(origin, [index])}));
  const {resources} = isObject(value) ? value : {};
  if (isList(resources)) return resourcesIn(resources, below(origin, ['resources']));
  return [{value, origin}];
}

type ReadOne = {readonly resource?: DeclaredExternal; readonly diagnostics: readonly Diagnostic[]};

function readOne({value, origin}: Placed): ReadOne {
  const parsed = ExternalResourceFile.safeParse(value);
  // The attributes may contain secrets, which a message must not show.
  if (!parsed.success)
    return {diagnostics: diagnose(parsed.error, {schema: ExternalResourceFile, value, origin: maskedOrigin(origin)})};
  const {id, type, attributes, extensions} = parsed.data;
  const report: DeclaredExternal['diagnose'] = (code, message, hint) => ({
    severity: 'error',
    code,
    message,
    at: origin.position(['id']),
    resource: id,
    ...defined({hint}),
  });
  const resource = {id, type, attributes, ...defined({extensions: extensions ?? undefined}), diagnose: report};
  const check = type === 'Kubernetes' ? checkKubernetes : checkTerraform;
  const diagnostics = check(resource, maskedOrigin(below(origin, ['attributes'])));
  return diagnostics.some(isError) ? {diagnostics} : {resource, diagnostics};
}

function checkKubernetes({id, attributes, diagnose: report}: DeclaredExternal, origin: Origin): readonly Diagnostic[] {
  const wrong = checkObject({object: attributes, origin});
  if (wrong.length > 0) return wrong;
  const own = idOfObject(attributes);
  if (own !== id)
    return [report('spec/id', `the id is ${id}, but the object has the id ${own}`, `Write \`id: ${own}\`.`)];
  const unread = Object.keys(attributes).filter((name) => !IDENTITY.has(name));
  if (unread.length === 0) return [];
  const message = `${unread.join(', ')} of ${id} are not read: values come from the live object`;
  return [{...report('shared/unread-attributes', message), severity: 'warning'}];
}

const IDENTITY: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** Refuses credentials, because attributes and extensions are stored, and a resource without the id by which its provider finds it. */
function checkTerraform({id, attributes, extensions = {}, diagnose: report}: DeclaredExternal): readonly Diagnostic[] {
  const found = literalCredentials({...attributes, ...extensions}).map((path) =>
    report(
      'shared/literal-secret',
      `${path} seems to be a credential, and a registration is stored as it is`,
      'Remove it, or take it from the secret store (ref://…).',
    ),
  );
  const problem = providerIdProblem(extensions[IMPORT_ID] ?? null);
  const message = `${id} needs the extension \`${IMPORT_ID}\`: its id at the provider, as a string`;
  return problem === undefined ? found : [...found, report('shared/import-id', message, problem.hint)];
}

function twice(resources: readonly DeclaredExternal[]): readonly Diagnostic[] {
  const first = new Set<string>();
  return resources.flatMap(({id, diagnose: report}) => {
    if (first.has(id)) return [report('spec/duplicate-id', `the id ${id} occurs twice`, 'Remove one of the two.')];
    first.add(id);
    return [];
  });
}
