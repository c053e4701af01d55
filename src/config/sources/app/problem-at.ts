import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {JsonPath} from '../../../core/json.ts';
import {type Located, partOf} from '../../../core/variation/located.ts';
import {defined} from '../../../lib/defined.ts';
import {NOT_SUPPORTED} from '../../issues/not-supported-text.ts';

/** Returns a problem of a module at a value of a file, or at the nearest value around it. */
export function problemAt(
  node: Located,
  path: JsonPath,
  {message, hint}: {readonly message: string; readonly hint?: string | undefined},
): Diagnostic {
  let at = node;
  for (const step of path) at = partOf(at, step) ?? at;
  const code = message.endsWith(NOT_SUPPORTED) ? 'config/not-supported' : 'app/module';
  return {severity: 'error', code, message, at: at.place.origin.position(at.place.path), ...defined({hint})};
}
