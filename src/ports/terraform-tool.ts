import type {Resource} from '../core/resource/resource.ts';
import type {Secret} from '../core/secret/secret.ts';

/** A state file of Terraform, as text. */
export type StateFile = {
  readonly text: string;
  /** The dependency lock file beside it. */
  readonly lock?: string | undefined;
  /** The named provider of the workspace for resources without an alias, by provider: `main` for `aws`. */
  readonly accounts: ReadonlyMap<string, string>;
  /** True if the `.tf` files of the state become the source of the stack. Otherwise its resources become a spec. */
  readonly hasSource: boolean;
  readonly signal: AbortSignal;
};

/**
 * The arguments of the state that a resource gets. `tidy`: all but empty texts and lists. `sparse`: not `false` and 0 either. `exact`: empty ones
 * too. `lean`: as `sparse`, without those that the provider computes where they are absent.
 */
export type ArgumentForm = 'tidy' | 'sparse' | 'exact' | 'lean';

/** Returns the form of the arguments of a resource, by id. */
export type FormOf = (id: string) => ArgumentForm;

/** A resource of a state. */
export type StateResource = {
  readonly id: string;
  readonly address: string;
  /** Returns the resource of a spec. Its secret arguments are references to a secret store. Absent: it is in the files of a source. */
  readonly resource?: (form: ArgumentForm) => Resource;
};

/** A state file that was read with the schemas of its providers. */
export type TakenState = {
  /** The lineage that Terraform gave the state. */
  readonly lineage: string;
  /** The number of the state: it grows with each change. */
  readonly serial: number;
  readonly resources: readonly StateResource[];
  /** The parts of the state that are not taken, with the reason. */
  readonly skipped: readonly {readonly id: string; readonly because: string}[];
  /** The value of each reference to a secret store: by the name of the secret, and the key in it. */
  readonly secrets: ReadonlyMap<string, ReadonlyMap<string, Secret>>;
  /** Returns the document to store, with the source of the stack if it has one. It contains secrets in clear: only a sealed backend may have it. */
  readonly documentOf: (formOf: FormOf, source?: Resource) => string;
};

/** A command of the tool on a copy of a state. */
export type StateCommand = {
  /** The stored document. */
  readonly document: string;
  readonly args: readonly string[];
  readonly signal: AbortSignal;
};

/** The end of a command, with secrets of the state replaced in what it wrote. */
export type StateAnswer = {readonly code: number; readonly stdout: string; readonly stderr: string};

/** Terraform or OpenTofu on a copy of a state, in a private directory. No command has keys of a provider. */
export type TerraformTool = {
  /** @throws GantryError input/invalid with all problems of the state, terraform/unusable, terraform/failed */
  readonly take: (file: StateFile) => Promise<TakenState>;
  /** @throws GantryError terraform/unusable, terraform/failed */
  readonly run: (command: StateCommand) => Promise<StateAnswer>;
  /** Returns the lineage and the number of the state in a stored document. */
  readonly originOf: (document: string) => Pick<TakenState, 'lineage' | 'serial'>;
};
