import {readYaml} from '../../config/yaml/read-yaml.ts';
import {isObject, type Json} from '../../core/json.ts';
import {Secret} from '../../core/secret/secret.ts';
import {kubeconfigText} from '../../core/workspace/kubeconfig-text.ts';

/**
 * Parses a kubeconfig in a workspace: YAML or JSON, literal or in base64 (as in Secrets and CI variables). Returns it as a secret in plain
 * text. Problems never quote the content: it holds keys and tokens.
 */
export function kubeconfigContent(text: string): Secret | {readonly problem: string} {
  const plain = parsed(text);
  if (typeof plain.value !== 'string') return checked(text, plain);
  const decoded = kubeconfigText(text);
  if (decoded !== text) return checked(decoded, parsed(decoded));
  const hint = /^[~$./]|^[A-Za-z]:\\/.test(text.trim()) ? '; a path belongs in kubeconfig_path' : '';
  return {problem: `it is a text, not a kubeconfig in YAML, JSON or base64${hint}`};
}

type Parsed = {readonly value: Json | undefined; readonly problem?: string};

function parsed(text: string): Parsed {
  const {documents, diagnostics} = readYaml(text, 'kubeconfig_content');
  const error = diagnostics.find(({severity}) => severity === 'error');
  if (error !== undefined) return {value: undefined, problem: `line ${error.at?.line ?? 1} of it is not valid YAML`};
  if (documents.length > 1) return {value: undefined, problem: 'it holds several YAML documents'};
  return {value: documents[0]?.value};
}

function checked(text: string, {value, problem}: Parsed): Secret | {readonly problem: string} {
  if (problem !== undefined) return {problem};
  if (!isObject(value)) return {problem: 'it is not a kubeconfig: a map with clusters, users and contexts'};
  const {kind} = value;
  if (kind !== undefined && kind !== 'Config') return {problem: 'it is not a kubeconfig: its kind is not Config'};
  const lists = ['clusters', 'contexts'].filter((name) => !Array.isArray(value[name]));
  return lists.length === 0
    ? new Secret(text)
    : {problem: `it is not a kubeconfig: it has no list of ${lists.join(' and ')}`};
}
