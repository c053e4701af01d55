import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {z} from 'zod';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {type LabelSelector, parseLabelSelector} from '../../core/selection/label-selector.ts';
import {locate, partOf, withField} from '../../core/variation/located.ts';
import {defined} from '../../lib/defined.ts';
import {diagnose} from '../issues/diagnose.ts';
import {pathText} from '../issues/path-text.ts';
import {below} from '../manifests/flatten.ts';
import {readText, shownPath} from '../read-text.ts';
import {maskedOrigin, maskedPosition, mayHoldSecret} from '../yaml/masked-position.ts';
import {readYaml} from '../yaml/read-yaml.ts';
import type {Patch} from './patch.ts';
import {OperationsPatch, PatchTarget, SelectedPatch, type StackPatches} from './patch-model.ts';

/** The patches of a stack and its workspace, and the problems in them. */
export type ReadPatches = {readonly patches: readonly Patch[]; readonly diagnostics: readonly Diagnostic[]};

/** Reads `patches` of stack.yaml: first those for every workspace, then those for this one. */
export function stackPatches(
  patches: StackPatches | null | undefined,
  workspace: string | undefined,
  origin: () => Origin,
): ReadPatches {
  if (patches === undefined || patches === null) return NONE;
  if (isList(patches)) return readEntries(patches, origin(), ['patches'], false);
  const byWorkspace: JsonObject = patches;
  const names = ['*', ...(workspace === undefined || workspace === '*' ? [] : [workspace])];
  return united(
    names.flatMap((name) => {
      const own = Object.hasOwn(byWorkspace, name) ? byWorkspace[name] : undefined;
      return own === undefined || own === null ? [] : [readEntries(own, origin(), ['patches', name], name !== '*')];
    }),
  );
}

/** Reads `patches/<workspace>.yaml`, if it exists. It contains documents or lists of patches. */
export function workspacePatches(stackDir: string, workspace: string | undefined): ReadPatches {
  if (workspace === undefined) return NONE;
  const paths = ['yaml', 'yml', 'json'].map((ending) => join(stackDir, 'patches', `${workspace}.${ending}`));
  const [first, second] = paths.filter((path) => existsSync(path));
  if (first === undefined) return NONE;
  if (second !== undefined) {
    const message = `the patches of ${workspace} are in two files: ${shownPath(first)} and ${shownPath(second)}`;
    return {
      patches: [],
      diagnostics: [{severity: 'error', code: 'patch/two-files', message, hint: 'Remove one of them.'}],
    };
  }
  const {file, text, diagnostics} = readText(first);
  if (text === undefined) return {patches: [], diagnostics};
  const read = readYaml(text, file);
  // A patch may be for a Secret, which is not known before the YAML is parsed.
  const hides = mayHoldSecret(text);
  const found = read.diagnostics.map((one) =>
    hides && one.at !== undefined ? {...one, at: maskedPosition(one.at)} : one,
  );
  const whole = read.documents.filter(({value, isWhole}) => isWhole && value !== null);
  return united([
    {patches: [], diagnostics: found},
    ...whole.map(({value, origin}) => readEntries(value, origin, [], true)),
  ]);
}

const NONE: ReadPatches = {patches: [], diagnostics: []};

const united = (parts: readonly ReadPatches[]): ReadPatches => ({
  patches: parts.flatMap(({patches}) => patches),
  diagnostics: parts.flatMap(({diagnostics}) => diagnostics),
});

function readEntries(value: Json, origin: Origin, path: JsonPath, isWorkspaces: boolean): ReadPatches {
  if (!isList(value)) return readEntry(value, origin, path, isWorkspaces);
  return united(value.map((entry, index) => readEntry(entry, origin, [...path, index], isWorkspaces)));
}

function readEntry(value: Json, origin: Origin, path: JsonPath, isWorkspaces: boolean): ReadPatches {
  if (!isObject(value)) return wrong(origin, path, NO_PATCH, HINT);
  if ('target' in value || 'patch' in value) return readSelected(value, origin, path, isWorkspaces);
  return readPart(value, value['kind'] === 'Secret' ? maskedOrigin(origin) : origin, path, isWorkspaces);
}

const NO_PATCH = 'this is not a patch';
const HINT = 'Write a partial object with apiVersion, kind and metadata.name, or a mapping with `target` and `patch`.';

function wrong(origin: Origin, path: JsonPath, message: string, hint?: string): ReadPatches {
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'patch/invalid',
    message,
    at: origin.position(path),
    ...defined({path: path.length === 0 ? undefined : pathText(path), hint}),
  };
  return {patches: [], diagnostics: [diagnostic]};
}

/** Reads a patch that is a partial object with apiVersion, kind and name. */
function readPart(value: JsonObject, origin: Origin, path: JsonPath, isWorkspaces: boolean): ReadPatches {
  const metadata = isObject(value['metadata']) ? value['metadata'] : {};
  const named: readonly (readonly [JsonPath, Json | undefined])[] = [
    [['apiVersion'], value['apiVersion']],
    [['kind'], value['kind']],
    [['metadata', 'name'], metadata['name']],
  ];
  const missing = named.find(([, text]) => typeof text !== 'string' || text === '');
  if (missing !== undefined) return wrong(origin, path, `\`${pathText(missing[0])}\` is missing`, HINT);
  const {apiVersion, kind, name, namespace} = identityOf(value);
  const head = locate(value, origin, path);
  // The fields that identify the object are not changes of it.
  const body = {...head, value: without(value, ['apiVersion', 'kind', 'metadata'])};
  const ownMetadata = without(metadata, ['name', 'namespace']);
  const inner = partOf(head, 'metadata');
  const isEmpty = inner === undefined || Object.keys(ownMetadata).length === 0;
  return {
    patches: [
      {
        isWorkspaces,
        selects: 'one',
        target: {apiVersion, kind, name, namespace},
        form: 'merge',
        body: isEmpty ? body : withField(body, 'metadata', {...inner, value: ownMetadata}),
        head,
      },
    ],
    diagnostics: [],
  };
}

const without = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

function readSelected(value: JsonObject, origin: Origin, path: JsonPath, isWorkspaces: boolean): ReadPatches {
  const {target: chosen, patch} = value;
  const mayBeSecret = !isObject(chosen) || chosen['kind'] === undefined || chosen['kind'] === 'Secret';
  const shown = mayBeSecret ? maskedOrigin(origin) : origin;
  // The type of `patch` selects one schema, so that each problem has its own position.
  const schema: z.ZodType = isList(patch) ? OperationsPatch : SelectedPatch;
  const checked = schema.safeParse(value);
  if (!checked.success) {
    const place = below(shown, path);
    const problems = diagnose(checked.error, {schema, value, origin: place});
    return {patches: [], diagnostics: problems};
  }
  const {labelSelector, annotationSelector, ...target} = PatchTarget.parse(chosen);
  const labels = selectorIn(labelSelector);
  const annotations = selectorIn(annotationSelector);
  for (const [field, read, text] of [
    ['labelSelector', labels, labelSelector],
    ['annotationSelector', annotations, annotationSelector],
  ] as const) {
    if (read === 'unreadable')
      return wrong(origin, [...path, 'target', field], `\`${text}\` is not a label selector`, LABELS);
  }
  return {
    patches: [
      {
        isWorkspaces,
        selects: 'all',
        target: {
          ...target,
          ...defined({
            labels: typeof labels === 'object' ? labels : undefined,
            annotations: typeof annotations === 'object' ? annotations : undefined,
          }),
        },
        form: isList(patch) ? 'json' : 'merge',
        body: locate(patch ?? null, origin, [...path, 'patch']),
        head: locate(value, shown, path),
      },
    ],
    diagnostics: [],
  };
}

const selectorIn = (text: string | undefined): LabelSelector | 'unreadable' | undefined =>
  text === undefined ? undefined : (parseLabelSelector(text) ?? 'unreadable');

const LABELS = 'Write a selector like `app=web,tier in (front,back)`.';
