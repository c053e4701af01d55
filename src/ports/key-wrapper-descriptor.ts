import type {Secret} from '../core/secret/secret.ts';
import type {DeclaredFields} from './declared-field.ts';
import type {KeyWrapper} from './key-wrapper.ts';
import type {StoreDeps, StoreWant} from './secret-store-descriptor.ts';

/**
 * The description of one kind of wrapper for the data key of a backend. The schema and the consent that a project needs are derived from
 * it. `Declared`: the configuration as users write it. `Config`: paths absolute, references resolved.
 */
export type KeyWrapperDescriptor<Declared extends object, Config extends {readonly kind: string}> = {
  /** The name of the kind in a file: `encryption: {age: {…}}`. */
  readonly kind: Config['kind'];
  readonly description: string;
  readonly fields: DeclaredFields<Declared>;
  readonly wants: (declared: Declared) => readonly StoreWant[];
  readonly resolve: (declared: Declared, deps: WrapperResolveDeps) => Config | Promise<Config>;
  /** The configuration that unwraps without a declaration. Absent for kinds that contact a server: the backend must not choose it. */
  readonly undeclared?: Config;
  readonly open: (config: Config, deps: WrapperDeps) => KeyWrapper;
};

/** The dependencies for resolving a declaration. */
export type WrapperResolveDeps = {
  /** Returns the absolute path of a file. */
  readonly place: (path: string) => string;
  /** Returns a value that is written in the file, or the secret that it refers to. */
  readonly secret: (text: string) => Promise<Secret>;
};

/** The dependencies for opening a wrapper. */
export type WrapperDeps = Pick<StoreDeps, 'env' | 'signal'> & {
  /** The home directory of the user. */
  readonly userHome: string;
  /** Sends a request to a key service. Default: never to a metadata server. */
  readonly http?: StoreDeps['http'];
};
