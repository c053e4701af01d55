import {statSync} from 'node:fs';
import {basename, dirname, extname} from 'node:path';
import {PROJECT_FILE, STACK_FILE} from '../config/own-files.ts';
import {readText} from '../config/read-text.ts';
import {nearestWith} from '../config/stack-search.ts';
import {readYaml} from '../config/yaml/read-yaml.ts';
import {isObject} from '../core/json.ts';

/** Files of a project by their names, and directories in which every file is one. */
const NAMES = new Set([PROJECT_FILE, STACK_FILE, 'kustomization.yaml', 'kustomization.yml', 'Kustomization']);
const DIRECTORIES = new Set(['workspaces', 'patches']);
const TYPES = new Set(['.yaml', '.yml', '.json']);

/** Whether Gantry reads a file as a part of a project: what it writes may not take its place. */
export function isSource(path: string): boolean {
  if (statSync(path, {throwIfNoEntry: false})?.isFile() !== true) return false;
  if (NAMES.has(basename(path))) return true;
  if (!TYPES.has(extname(path))) return false;
  const directory = dirname(path);
  const isInProject = [PROJECT_FILE, STACK_FILE].some((file) => nearestWith(file, directory) !== undefined);
  return (isInProject && DIRECTORIES.has(basename(directory))) || holdsObjects(path);
}

/** Manifests, kustomizations and kubeconfigs: what has an apiVersion and a kind. */
function holdsObjects(path: string): boolean {
  const {text = '', file} = readText(path);
  return readYaml(text, file).documents.some(
    ({value}) => isObject(value) && typeof value['apiVersion'] === 'string' && typeof value['kind'] === 'string',
  );
}
