import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import {expandContext, type WorkspaceValues} from '../../core/variation/expand-context.ts';
import type {ImageChange} from '../../core/variation/image-change.ts';
import {imageProblem} from '../../core/variation/image-ref.ts';
import type {ContextUse} from '../../core/variation/trace.ts';
import {defined} from '../../lib/defined.ts';
import {pathText} from '../issues/path-text.ts';
import {EVERY_WORKSPACE, type StackImages} from './image-model.ts';
import type {Images} from './vary.ts';

/** The images that stack.yaml or the command line replaces. */
export type ReadImages = {
  readonly images: Images;
  /** The images without those of the workspace, with `${context:KEY}` as it is written. */
  readonly common: Images;
  readonly diagnostics: readonly Diagnostic[];
};

/** The inputs of `readImages`. */
export type ImageInputs = {
  /** `images` of stack.yaml. */
  readonly written: StackImages | undefined;
  /** `--image NAME=REF`. */
  readonly flags: readonly string[];
  readonly workspace: WorkspaceValues | undefined;
  readonly stackOrigin: () => Origin;
  /** Receives each value of the context that is inserted. */
  readonly onUse?: ((use: ContextUse) => void) | undefined;
};

type Change = ImageChange & {readonly shown: string};

/** Reads the images of stack.yaml and of `--image NAME=REF`. A workspace has precedence over all, and a flag over a workspace. */
export function readImages({written = {}, flags, ...at}: ImageInputs): ReadImages {
  const diagnostics: Diagnostic[] = [];
  const common = new Map<string, Change>();
  for (const [name, value] of Object.entries(written)) {
    if (typeof value === 'string') common.set(name, changeAt(value, ['images', name], at));
  }
  addGroup(common, EVERY_WORKSPACE, written, at);
  const ofWorkspace = new Map(common);
  if (at.workspace !== undefined && at.workspace.name !== EVERY_WORKSPACE)
    addGroup(ofWorkspace, at.workspace.name, written, at);
  const images = new Map([...ofWorkspace].map(([name, change]) => [name, expanded(name, change, at, diagnostics)]));
  for (const into of [images, common]) addFlags(into, flags, into === images ? diagnostics : []);
  return {images, common, diagnostics};
}

function addGroup(
  images: Map<string, Change>,
  group: string,
  written: StackImages,
  at: Pick<ImageInputs, 'stackOrigin'>,
): void {
  const value = Object.hasOwn(written, group) ? written[group] : undefined;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, ref] of Object.entries(value)) {
    const change = changeAt(ref, ['images', group, name], at);
    images.set(name, {...change, ...defined({instead: images.get(name)?.place})});
  }
}

const changeAt = (ref: string, path: readonly string[], {stackOrigin}: Pick<ImageInputs, 'stackOrigin'>): Change => ({
  ref,
  place: {origin: stackOrigin(), path},
  shown: path.join('.'),
});

/** Expands `${context:KEY}` in a reference, and checks the result. */
function expanded(
  name: string,
  change: Change,
  {workspace, onUse}: Pick<ImageInputs, 'workspace' | 'onUse'>,
  diagnostics: Diagnostic[],
): Change {
  if (!change.ref.includes('${context:')) return change;
  const {origin, path} = change.place;
  const report = (code: string, message: string, hint?: string): void =>
    void diagnostics.push({
      severity: 'error',
      code,
      message,
      at: origin.position(path),
      path: pathText(path),
      ...defined({hint}),
    });
  const before = diagnostics.length;
  const {value} = expandContext(
    {value: change.ref, place: change.place},
    {
      workspace,
      escapes: false,
      report: ({code, message, hint}) => report(code, message, hint),
      onUse,
    },
  );
  const ref = typeof value === 'string' ? value : JSON.stringify(value);
  const problem = diagnostics.length > before ? undefined : imageProblem(name, ref);
  if (problem !== undefined) report('image/invalid', problem);
  return {...change, ref};
}

function addFlags(images: Map<string, Change>, flags: readonly string[], diagnostics: Diagnostic[]): void {
  const given = new Set<string>();
  for (const flag of flags) {
    const [name, ref] = splitFlag(flag);
    const problem = ref === undefined ? `${flag} is not in the form NAME=REF` : imageProblem(name, ref);
    const twice = given.has(name) ? `${name} is given twice` : undefined;
    const wrong = problem ?? twice;
    if (wrong !== undefined || ref === undefined) {
      diagnostics.push({severity: 'error', code: 'image/invalid', message: `--image ${wrong ?? flag}`, hint: FORM});
      continue;
    }
    given.add(name);
    const instead = images.get(name);
    const change = {ref, place: {origin: flagOrigin(flag), path: []}, shown: `--image ${flag}`};
    images.set(name, instead === undefined ? change : {...change, instead: instead.place});
  }
}

const FORM = 'Use --image nginx=nginx:1.27, nginx=:1.27 or nginx=registry.example:5000/nginx@sha256:…, for example.';

/** Splits NAME=REF at its first `=`. The reference is undefined if there is none. */
export function splitFlag(flag: string): readonly [string, string | undefined] {
  const at = flag.indexOf('=');
  return at === -1 ? [flag, undefined] : [flag.slice(0, at), flag.slice(at + 1)];
}

/** Returns the origin of a flag: its text on the command line. */
const flagOrigin = (flag: string): Origin => ({
  file: '--image',
  position: () => ({file: '--image', line: 1, column: flag.indexOf('=') + 2, endColumn: flag.length + 1, text: flag}),
});
