import type {JsonObject} from '../../../core/json.ts';
import type {Located} from '../../../core/variation/located.ts';
import type {SourcedValue} from './mark-generated.ts';
import type {UseSettings} from './use-settings.ts';

/** An object that a module generated, and the configuration of that module. */
export type Made = {
  readonly object: JsonObject;
  readonly application: string;
  readonly config: Located;
  /** The generated values in the object. */
  readonly values: readonly SourcedValue[];
  /** True if the module generates the workload. */
  readonly isWorkload: boolean;
  readonly source: MadeSource;
  /** The object before the patches of accessories. Absent: no patch changed the object. */
  readonly unpatched?: JsonObject;
  /** Returns the patches of accessories that changed it, in their order, with the object after each. */
  readonly patched?: () => readonly PatchedBy[];
};

/** The use of a module that generated an object, and its settings. */
export type MadeSource = UseSettings & {
  readonly module: string;
  /** The workload or the accessory in the file. */
  readonly node: Located;
  /** The number of the object among those of the use. */
  readonly index: number;
};

/** The use of a module that patches an object, and the object after the patch. The last object of the use contains the patches. */
export type PatchedBy = {readonly source: MadeSource; readonly object: JsonObject};
