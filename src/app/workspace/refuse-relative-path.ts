import {dirname, resolve} from 'node:path';
import type {LoadedWorkspace} from '../../config/workspace-file.ts';
import {maskedPosition} from '../../config/yaml/masked-position.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {entriesOf} from '../../core/workspace/context-keys.ts';
import {contextOf} from './examine-context.ts';

/**
 * Refuses relative paths for the backend: they start at the workspace's file, and a workspace in the backend is not in a directory.
 * @throws GantryError 'input/invalid' at the line of the path
 */
export function refuseRelativePath({workspace, origin}: LoadedWorkspace, file: string): void {
  const [entry] = entriesOf(contextOf({workspace}), 'kubeconfig_path');
  if (entry === undefined || typeof entry.value !== 'string' || !isRelative(entry.value)) return;
  const at = maskedPosition(origin.position(['context', entry.key]));
  const message = `${entry.value} is relative to this file, but a workspace in the backend is not in a directory`;
  const hint = `Write an absolute path, or one that begins with ~ or a variable (from here: ${resolve(dirname(file), entry.value)}).`;
  throw new GantryError({
    code: 'input/invalid',
    diagnostics: [{severity: 'error', code: 'context/relative-path', message, at, hint}],
  });
}

const isRelative = (path: string): boolean => !/^(?:[~$/\\]|[A-Za-z]:|[a-z][a-z0-9+.-]*:\/\/)/i.test(path);
