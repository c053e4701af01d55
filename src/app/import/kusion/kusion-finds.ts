import type {KusionNamed, KusionRelease, KusionResource, KusionWorkspace} from '../../../config/kusion/kusion-files.ts';
import type {NotTaken} from '../../../core/import/kusion/not-taken.ts';

/** A Kusion release; `where` is its file or its object in a bucket. */
export type FoundRelease = {readonly release: KusionRelease; readonly where: string};

/** The releases of one project in one workspace, oldest first. Kusion keeps one state for all stacks of a project. */
export type FoundHistory = {
  readonly project: string;
  readonly workspace: string;
  readonly releases: readonly FoundRelease[];
  /** The reason why it is not reliable: the last release, or the one with the highest number, could not be read. */
  readonly unreadable?: string;
};

/** A Kusion stack; `where` is its directory. */
export type FoundStack = {
  readonly named: KusionNamed;
  readonly where: string;
  /** The resources that `kusion generate` wrote into its directory. */
  readonly generated?: {readonly resources: readonly KusionResource[]; readonly where: string};
  /** Files of KCL in its directory. */
  readonly sources: readonly string[];
};

/** A Kusion project with the stacks below it. */
export type FoundProject = {
  readonly named: KusionNamed;
  readonly where: string;
  readonly stacks: readonly FoundStack[];
};

/** A Kusion workspace; `where` is its file or its object in a bucket. */
export type FoundWorkspace = {readonly workspace: KusionWorkspace; readonly where: string};

/** The Kusion workspaces, releases and projects in some sources. */
export type KusionFinds = {
  readonly workspaces: ReadonlyMap<string, FoundWorkspace>;
  readonly histories: readonly FoundHistory[];
  readonly projects: readonly FoundProject[];
  readonly left: readonly NotTaken[];
};
