import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {NOT_SUPPORTED} from '../../issues/not-supported-text.ts';
import {shownPath} from '../../read-text.ts';

/** An application would be the source; what it is made of is not built yet. */
export const laterApp = (stackDir: string): readonly Diagnostic[] =>
  ['gantry.app.yaml', 'gantry.app.ts']
    .map((name) => join(stackDir, name))
    .filter((file) => existsSync(file))
    .map((file) => notYet(file, '`app` sources'));

/** A file that chooses a source of the future. */
export const notYet = (file: string, what: string): Diagnostic => ({
  severity: 'error',
  code: 'config/not-supported',
  message: `${shownPath(file)}: ${what} are ${NOT_SUPPORTED}`,
  hint: 'Use `sources` in stack.yaml to say which files are manifests.',
});
