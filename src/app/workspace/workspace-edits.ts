import {parseDocument} from '../../config/parse-document.ts';
import {WorkspaceFile} from '../../config/workspace-file.ts';
import {editYaml, type YamlEdit} from '../../config/yaml/edit-yaml.ts';
import {readYaml} from '../../config/yaml/read-yaml.ts';
import {isError} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isObject, type Json} from '../../core/json.ts';
import {KUBE_CONTEXT_KEY, KUBECONFIG_KEYS, spellingsOf} from '../../core/workspace/context-keys.ts';
import {isSecretName, maskedValue} from '../../core/workspace/mask.ts';
import {defined} from '../../lib/defined.ts';

/** The changes of a workspace that flags request. */
export type WorkspaceEdits = {
  /** `context.AWS_REGION=eu-west-1`: the value is a text, or of the type of the field. */
  readonly set?: readonly string[];
  /** `context.AWS_REGION`. */
  readonly unset?: readonly string[];
  readonly kubeconfig?: string;
  readonly kubeContext?: string | undefined;
  readonly suspended?: boolean;
};

/**
 * Applies the flags to a text.
 * @throws GantryError 'input/usage' for an invalid key, or for a secret on the command line
 */
export function editedText(text: string, edits: WorkspaceEdits): string {
  const changed = editYaml(text, [...clusterEdits(edits), ...suspension(edits), ...removals(edits)]);
  return (edits.set ?? []).reduce(setOne, changed);
}

const context = (key: string, value: string | undefined): YamlEdit => ({path: ['context', key], value});

/** Returns the edits of the cluster. A new kubeconfig replaces all others and the context of the old one. */
function clusterEdits({kubeconfig, kubeContext}: WorkspaceEdits): readonly YamlEdit[] {
  const own = kubeContext === undefined ? [] : [context(KUBE_CONTEXT_KEY, kubeContext)];
  if (kubeconfig === undefined) return own;
  const others = KUBECONFIG_KEYS.flatMap(spellingsOf).filter((key) => key !== 'kubeconfig_path');
  return [
    ...others.map((key) => context(key, undefined)),
    context('kubeconfig_path', kubeconfig),
    context(KUBE_CONTEXT_KEY, kubeContext),
  ];
}

const suspension = ({suspended}: WorkspaceEdits): readonly YamlEdit[] =>
  suspended === undefined ? [] : [{path: ['suspended'], value: suspended ? true : undefined}];

const removals = ({unset = []}: WorkspaceEdits): readonly YamlEdit[] =>
  unset.map((key) => ({path: pathOf(key, '--unset'), value: undefined}));

function setOne(text: string, assignment: string): string {
  const cut = assignment.indexOf('=');
  if (cut <= 0)
    throw usage(
      `--set ${cut < 0 ? maskedWord(assignment) : '…'} is not KEY=VALUE`,
      'For example --set context.AWS_REGION=eu-west-1.',
    );
  const [key, value] = [assignment.slice(0, cut), assignment.slice(cut + 1)];
  const path = pathOf(key, '--set');
  refuseSecret(path, value);
  const asText = editYaml(text, [{path, value}]);
  if (isTaken(asText)) return asText;
  const typed = valueOf(value);
  const asTyped = typed === undefined ? asText : editYaml(text, [{path, value: typed}]);
  // If neither is valid, the error of the text is reported.
  return isTaken(asTyped) ? asTyped : asText;
}

const maskedWord = (word: string): string => (word.length > 40 ? '…' : word);

/** Refuses a secret on the command line: the process list and the history of the shell show it. */
function refuseSecret(path: readonly string[], value: string): void {
  const name = path.at(-1) ?? '';
  if (value.startsWith('ref://') || (!isSecretName(name) && maskedValue(name, value) === value)) return;
  throw usage(
    `${path.join('.')} is, or may be, a secret: on a command line others can read it`,
    'Use a reference (ref://…) to it, or write the value into a file: gantry workspace update NAME --file FILE.',
  );
}

const isTaken = (text: string): boolean => !parseDocument(WorkspaceFile, text, 'workspace').diagnostics.some(isError);

function valueOf(text: string): Json | undefined {
  const {documents, diagnostics} = readYaml(text, '--set');
  return diagnostics.some(isError) ? undefined : documents[0]?.value;
}

/** Parses `context.AWS_REGION`, `labels."example.com/tier"`: parts between dots; a quoted part may hold dots. */
function pathOf(key: string, flag: string): readonly string[] {
  const parts = [...key.matchAll(/(?:^|\.)(?:"([^"]*)"|([^."]+))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const whole = parts.map((part) => (/[."]/.test(part) ? `"${part}"` : part)).join('.');
  const [root] = parts;
  if (root === undefined || parts.includes('') || whole.replaceAll('"', '') !== key.replaceAll('"', ''))
    throw usage(
      `${flag} ${key} is not a key of a workspace`,
      'For example context.AWS_REGION, labels."example.com/tier".',
    );
  if (root === 'name') throw usage('run "gantry workspace rename OLD NEW" to rename a workspace', undefined);
  return joinedLabel(parts);
}

/** Joins the parts after `labels.`, because names of labels usually contain dots. */
const joinedLabel = (parts: readonly string[]): readonly string[] =>
  parts[0] === 'labels' && parts.length > 2 ? ['labels', parts.slice(1).join('.')] : parts;

const usage = (message: string, hint: string | undefined): GantryError =>
  new GantryError({code: 'input/usage', message, ...defined({hint})});

/** Reports whether a text has syntax errors, so that its data is incomplete. */
export const isUnparsable = (text: string): boolean => readYaml(text, 'workspace').diagnostics.some(isError);

/** Parses a workspace text as data; empty if it cannot be read. */
export function dataOf(text: string): Readonly<Record<string, Json>> {
  const value = readYaml(text, 'workspace').documents.find((one) => one.value !== null)?.value;
  return isObject(value) ? value : {};
}
