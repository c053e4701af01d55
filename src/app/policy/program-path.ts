import {basename, dirname, join, relative, resolve} from 'node:path';
import {NOT_SUPPORTED} from '../../config/issues/not-supported-text.ts';
import {projectAbove} from '../../config/project-link.ts';
import {readText} from '../../config/read-text.ts';
import {trustedDirectory} from '../../config/untrusted/checkout.ts';
import type {Diagnostic, Position} from '../../core/diagnostic/diagnostic.ts';
import {defined} from '../../lib/defined.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';

/** The absolute path of a program, or the reason why it cannot be used. */
export type ProgramPath = {readonly path: string} | {readonly problem: Diagnostic};

/**
 * Returns the path of a program of a policy: relative to the workspace file, and within its project. In untrusted mode, it is that of the base commit.
 */
export function programPath(
  file: string,
  {place, file: workspaceFile}: Pick<FoundWorkspace, 'place' | 'file'>,
  at: Position,
): ProgramPath {
  const problem = (code: string, message: string, hint?: string): ProgramPath => ({
    problem: {severity: 'error', code, message, at, ...defined({hint})},
  });
  if (place !== 'file')
    return problem(
      'config/not-supported',
      `policies in programs of a workspace that is not a file (\`${file}\`) are ${NOT_SUPPORTED}`,
      'Use expressions, or a workspace file.',
    );
  const root = projectAbove(workspaceFile) ?? dirname(workspaceFile);
  const path = resolve(dirname(workspaceFile), file);
  if (relative(root, path).startsWith('..'))
    return problem('policy/program', `\`${file}\` is outside of the project directory`);
  const trusted = join(trustedDirectory(dirname(path)), basename(path));
  const {diagnostics} = readText(trusted);
  const [unreadable] = diagnostics;
  return unreadable === undefined ? {path: trusted} : problem('policy/program', unreadable.message);
}
