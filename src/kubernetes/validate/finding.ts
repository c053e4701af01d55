import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {JsonPath} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';

/** A problem or a remark about one object, found without a cluster. */
export type Finding = {
  /** `error`: the server rejects the object, or its pods never start. `warning`: the object is very likely wrong. `note`: the result depends on the cluster. */
  readonly severity: Diagnostic['severity'];
  readonly code: string;
  readonly path: JsonPath;
  /** The part of the field that is marked; default: its value. */
  readonly part?: 'key' | 'value';
  readonly message: string;
  readonly hint?: string | undefined;
};

/** Returns an error about a field. The message continues after the field. */
export const refused = (code: string, path: JsonPath, message: string, hint?: string): Finding => ({
  severity: 'error',
  code,
  path,
  message: `${showPath(path)} ${message}`,
  hint,
});
