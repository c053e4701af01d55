import {findStack, type StackLocation} from '../config/find-project.ts';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import type {Plan} from '../core/plan/plan.ts';
import type {Release} from '../core/release/release.ts';
import {defined} from '../lib/defined.ts';
import {once} from '../lib/once.ts';
import type {Deps} from './deps.ts';
import {diffWorkspaces, type WorkspaceDiff} from './diff-workspaces.ts';
import {applyRelease} from './plan/apply-release.ts';
import {previewRelease} from './plan/preview-release.ts';
import type {ApplyOutcome, ApplyRequest} from './plan/release-requests.ts';
import {imagesFrom} from './release/images-from.ts';
import {moduleRemarks} from './release/module-remarks.ts';
import {firstWorkspace} from './workspace/first-workspace.ts';

/** Request of `gantry promote STACK --from WS[:REVISION] --to WS`. */
export type PromoteStack = Omit<ApplyRequest, 'workspace' | 'operation' | 'revision' | 'specFile'> & {
  /** The workspace, or a revision of it. Absent: the current workspace. */
  readonly from?: string;
  readonly to: string;
  /** True to plan the files of this checkout even if the release was made from another commit. */
  readonly allowOtherFiles: boolean;
  /** True to plan only. */
  readonly dryRun: boolean;
  /** Receives the remaining differences between the two workspaces, before the plan is made. */
  readonly onDiff: (diff: WorkspaceDiff) => void;
};

/** The answer of a promotion: the plan of a dry run, or the outcome of the apply. */
export type Promotion =
  | {readonly kind: 'planned'; readonly plan: Plan}
  | {readonly kind: 'run'; readonly outcome: ApplyOutcome};

/**
 * Applies a stack to a workspace with the images of the last successful release of another one, and with its versions of charts and modules, from the
 * files of the same commit.
 * @throws GantryError as `firstWorkspace`, `imagesFrom`, `diffWorkspaces` and `applyRelease`; input/usage if the files are of another commit
 */
export async function promoteStack(request: PromoteStack, given: Deps): Promise<Promotion> {
  const {from, to, allowOtherFiles, dryRun, onDiff, ...run} = request;
  const stack = defined({directory: run.directory, stack: run.stack});
  const place = {...stack, workspace: to};
  const deps = {...given, backend: once(() => given.backendFor(place))};
  const location = await findStack({directory: run.directory ?? deps.cwd, stack: run.stack});
  const source =
    from === undefined
      ? await firstWorkspace({request: stack, location, second: to, flag: '--from'}, deps)
      : {workspace: from, from: undefined};
  const {images, release, workspace, diagnostics, unrecorded} = await imagesFrom(
    {...place, from: source.workspace, images: run.images, isPromotion: true},
    deps,
  );
  const files = await checkFiles({release, allowOtherFiles, location}, deps);
  const remarks = [
    ...files,
    ...diagnostics,
    ...(await moduleRemarks({release, location, to}, deps)),
    ...(unrecorded.length === 0 ? [] : [notInFiles(unrecorded, `${location.project.name}/${location.stack.name}`, to)]),
  ];
  for (const diagnostic of remarks) deps.onEvent({type: 'diagnostic', diagnostic});
  onDiff(
    await diffWorkspaces(
      {
        ...stack,
        ...defined({from: source.from}),
        workspaces: [workspace, to],
        revision: release.revision,
        of: 'promotion',
        images,
        ...defined({released: release.sources}),
      },
      deps,
    ),
  );
  const planned = {
    ...run,
    ...place,
    ...defined({released: release.sources}),
    images,
    notes: remarks,
    operation: 'apply' as const,
  };
  if (dryRun) return {kind: 'planned', plan: await previewRelease(planned, deps)};
  return {kind: 'run', outcome: await applyRelease(planned, deps)};
}

type CheckFiles = {
  readonly release: Release;
  readonly allowOtherFiles: boolean;
  readonly location: StackLocation;
};

/**
 * Checks that the release was made from the files here.
 * @throws GantryError input/usage if they are of another commit, or changed
 */
async function checkFiles(
  {release, allowOtherFiles, location}: CheckFiles,
  deps: Deps,
): Promise<readonly Diagnostic[]> {
  const {source, revision, workspace} = release;
  const what = `revision ${revision} of ${workspace}`;
  if (source === undefined) return [remark('promote/no-commit', `${what} has no commit: the files are not compared`)];
  const here = await (await deps.repository()).commit(location.stack.dir);
  const commit = here !== undefined && 'commit' in here ? here : undefined;
  const isSame = commit?.commit === source.commit && !commit.dirty;
  if (isSame && !source.dirty) return [];
  if (isSame) return [remark('promote/dirty', `${what} was made of files that differed from its commit`)];
  if (allowOtherFiles)
    return [
      remark(
        'promote/other-files',
        `${what} was created from commit ${source.commit}, but the files here differ from that commit`,
      ),
    ];
  if (commit?.commit === source.commit)
    throw new GantryError({
      code: 'input/usage',
      message: `${what} was created from commit ${source.commit.slice(0, 12)}, and the files here have changes that are not committed`,
      hint: 'Commit, stash or restore the changes that "git status" shows, or pass --allow-other-files.',
    });
  const found =
    commit === undefined ? 'no commit' : `commit ${commit.commit.slice(0, 12)}${commit.dirty ? ' with changes' : ''}`;
  throw new GantryError({
    code: 'input/usage',
    message: `${what} was created from commit ${source.commit.slice(0, 12)}, and the files here are from ${found}`,
    hint: `Check them out with "git switch --detach ${source.commit.slice(0, 12)}", or pass --allow-other-files.`,
  });
}

const notInFiles = (images: readonly string[], stack: string, to: string): Diagnostic => ({
  severity: 'note',
  code: 'promote/not-in-files',
  message: `stack.yaml sets other images for ${to}: the next apply of the files goes back to them`,
  hint: `Keep the promoted images with "gantry set image ${images.join(' ')} -s ${stack} -w ${to}".`,
});

const remark = (code: string, message: string): Diagnostic => ({severity: 'warning', code, message});
