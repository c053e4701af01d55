import type {Source} from '../../config/completion/source.ts';

/** The part of a typed command line that decides which names are known. */
export type PlaceRequest = {
  /** The absolute path of the current directory, or of that of `-C`. */
  readonly directory: string;
  /** The last value of `-s`. */
  readonly stack?: string;
  /** `--backend`. */
  readonly backend?: string | undefined;
};

/** The places of the names for a command line, which only YAML files define. */
export type Place = {
  /** The directory of the modules of the project. */
  readonly modulesDir?: string | undefined;
  /** The project's directory of workspaces. */
  readonly workspacesDir?: string | undefined;
  /** The directory of a backend on this machine. */
  readonly backendDir?: string | undefined;
  /** The digest of the backend, for the names that commands remembered. */
  readonly backend?: string | undefined;
  readonly project?: string | undefined;
  readonly stack?: string | undefined;
  /** The workspace in stack.yaml. */
  readonly workspace?: string | undefined;
  /** The names of the backends in the user's own configuration. */
  readonly backends: readonly string[];
};

/** An answer and its sources. Without sources it must not be cached, because something could not be read. */
export type Sourced<T> = {readonly value: T; readonly sources?: readonly Source[]};

/** Answers that need the files of the project, and so the whole program. */
export type PlaceFinder = {
  readonly place: (request: PlaceRequest) => Promise<Sourced<Place>>;
  /** The stacks as values of `-s`. */
  readonly stacks: (request: PlaceRequest) => Promise<Sourced<readonly string[]>>;
};
