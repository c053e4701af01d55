/** The members of a mapping, one entry each. */
export type DeclaredFields<Declared> = {
  readonly [Name in keyof Declared]-?: DeclaredField & Presence<Declared[Name]>;
};

type Presence<Value> = undefined extends Value ? {readonly required?: never} : {readonly required: true};

/**
 * One member of a mapping in a workspace. Its type determines how it is checked, and which paths and workspace names in it are
 * resolved.
 */
export type DeclaredField = {readonly description?: string; readonly required?: true} & (
  | {readonly type: 'text'; readonly mayBeEmpty?: true}
  | {readonly type: 'flag' | 'namespace' | 'seconds'}
  | {readonly type: 'choice'; readonly of: readonly string[]}
  /** The address of a server that receives a credential. */
  | {readonly type: 'endpoint'}
  /** An address that may contain a token: a reference, or a literal without one. */
  | {readonly type: 'hook'}
  /** A file or a directory on this machine. */
  | {readonly type: 'path'}
  /** The name of a workspace, or the path of its file. */
  | {readonly type: 'workspace'}
  /** A secret in another store. */
  | {readonly type: 'reference'}
  /** Public keys. */
  | {readonly type: 'recipients'; readonly pattern: RegExp; readonly error: string}
  /** A program with its arguments. */
  | {readonly type: 'command'}
  /** Values by name. */
  | {readonly type: 'variables'}
  | {
      readonly type: 'mapping';
      readonly fields: Readonly<Record<string, DeclaredField>>;
      /** Exactly one of these members must be set. */
      readonly exactlyOne?: {readonly of: readonly string[]; readonly error: string};
    }
);
