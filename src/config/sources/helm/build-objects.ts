import {apisRead} from '../../../core/chart/read-facts.ts';
import {type Diagnostic, isError} from '../../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import type {Json, JsonObject} from '../../../core/json.ts';
import {identityOf} from '../../../core/resource/identity.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import {canonicalJson} from '../../../lib/canonical-json.ts';
import {once} from '../../../lib/once.ts';
import type {OutputCache} from '../../../lib/output-cache.ts';
import type {Helm} from '../../../ports/helm.ts';
import type {SourceFacts} from '../../../ports/source-facts.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';
import type {Built, SourceEntry} from '../source.ts';
import {type AskedLookUp, haveSameAnswers, noteLookUps} from './asked-look-ups.ts';
import {hasRevealed} from './find-references.ts';
import {fingerprintsOf, markChangedSince} from './last-render.ts';
import {madeFrom, makingOf} from './made-from.ts';
import {type MarkedObjects, markGenerated} from './mark-generated.ts';
import {leafOf, type PlacedLeaf, valuesIn} from './placed-leaf.ts';
import {problemOf} from './problem-of.ts';
import {putReferences} from './put-references.ts';
import type {HelmRelease} from './read-release.ts';
import {originOfTemplate, readRendered} from './read-rendered.ts';
import {renderCache} from './render-cache.ts';
import {type ChartInputs, renderChart} from './render-chart.ts';
import {derivedSince, settleGenerated} from './settle-generated.ts';

/** The parts that rendering a chart needs besides its inputs. */
export type RenderTools = {
  readonly entry: SourceEntry;
  readonly helm: () => Promise<Helm>;
  /** Returns the identity of the helm program, because another one may render another output. */
  readonly program: () => Promise<string | undefined>;
  readonly cache: OutputCache;
  /** Puts the lines of the templates into the origins of objects. */
  readonly locate: (built: Built) => Built;
};

/**
 * Builds the objects of a chart, with references in place of generated values. The chart is rendered twice to find them, unless the
 * cache has the result for these inputs.
 */
export async function buildObjects(inputs: ChartInputs, tools: RenderTools): Promise<Built> {
  const {facts} = inputs;
  if (facts !== undefined) return buildOnline({...inputs, facts}, tools);
  const twice = await renderTwice(inputs, tools);
  return 'diagnostics' in twice ? twice : twice.marked;
}

type OnlineInputs = ChartInputs & {readonly facts: SourceFacts};

/** A render with references in place of generated values. */
type MarkedRender = {
  readonly candidates: readonly Candidate[];
  readonly leaves: readonly PlacedLeaf[];
  readonly asked: readonly AskedLookUp[];
  /** Warnings about the output. */
  readonly warnings: readonly Diagnostic[];
  /** The objects with their values. Absent: the render comes from the cache. */
  readonly first?: readonly Candidate[];
};

async function buildOnline(inputs: OnlineInputs, tools: RenderTools): Promise<Built> {
  const {facts, release} = inputs;
  const {digestKey, last} = await facts.past();
  const key = digestKey.hmac(canonicalJson(['render', await dependenciesOf(inputs, tools)]));
  const isKept = !hasRevealed(inputs.references);
  const render = (isKept ? await readKept(key, inputs, tools) : undefined) ?? (await renderNow(key, inputs, tools));
  if ('diagnostics' in render) return render;
  const recorded = last?.sources?.find((one) => one.kind === 'helm' && one.name === release.name)?.generated;
  const digests = {
    render: digestKey.hmac(canonicalJson([key, asksOthers(render, release)])),
    madeFrom: madeFrom(inputs, digestKey),
  };
  const fingerprints = recorded?.render === digests.render ? recorded.fingerprints : {};
  const {candidates, leaves: generated} = render;
  const now = {source: release.name, candidates, leaves: generated, references: inputs.references};
  const since = markChangedSince({...now, fingerprints}, digestKey);
  const derived = derivedSince(since.texts, inputs.references);
  if (derived.length > 0) return {candidates: [], diagnostics: derived};
  const leaves = [...generated, ...since.texts.map((text) => leafOf(text, digestKey))];
  const stable = leaves.flatMap((leaf) => (leaf.stable === undefined ? [] : [[leaf.reference, leaf.stable] as const]));
  return {
    candidates: since.candidates,
    diagnostics: [...render.warnings, ...since.diagnostics],
    generated: [
      {
        source: release.name,
        inputs: 'its chart or values',
        leaves: new Map(leaves.map((leaf) => [leaf.reference, leaf])),
        record: {
          ...digests,
          fingerprints: fingerprintsOf(since.candidates, digestKey),
          stable: Object.fromEntries(stable),
        },
        renew: once(async () => valuesOf(render.first ?? (await renderAgain(inputs, tools)), leaves, tools)),
      },
    ],
  };
}

/**
 * Returns the look-ups of objects that the chart does not render. Its own objects exist after the first apply, and a template that keeps
 * the password of its own Secret must then not count as changed.
 */
function asksOthers({asked, candidates}: MarkedRender, {namespace}: HelmRelease): readonly AskedLookUp[] {
  const idIn = (object: JsonObject): string => {
    const {apiVersion, kind, name, namespace: own = namespace} = identityOf(object);
    return canonicalJson([apiVersion, kind, own, name]);
  };
  const rendered = new Set(candidates.map(({object}) => idIn(object)));
  return asked.filter(
    ({target: {apiVersion, kind, name = null, namespace: own = namespace}}) =>
      !rendered.has(canonicalJson([apiVersion, kind, own, name])),
  );
}

/** Returns everything that a render depends on, except the answers to look-ups, which are known after it. */
async function dependenciesOf(inputs: OnlineInputs, {program}: RenderTools): Promise<Json> {
  const {facts, crds, release, settings, reads} = inputs;
  const {skipCrds = false, lookups = []} = settings;
  const [version, apis, identity] = await Promise.all([facts.version(), facts.apis(), program()]);
  const isUntrusted = untrustedCheckout() !== undefined;
  // The templates see both lists as one: the first apply moves the CRDs of the chart from one to the other.
  const seen = [...new Set([...apis, ...crds])].toSorted();
  const read = {version: reads.version ? version : null, apis: apisRead(reads, seen)};
  const facing = {skipCrds, lookups, ...read, isUntrusted};
  return [makingOf(inputs), release.isUpgrade, facing, identity ?? null];
}

/** Returns the cached render, if the look-ups of the chart still have the same answers. */
async function readKept(key: string, {facts}: OnlineInputs, tools: RenderTools): Promise<MarkedRender | undefined> {
  const {digestKey} = await facts.past();
  const kept = await renderCache(tools.cache, digestKey).read(key);
  if (kept === undefined || !(await haveSameAnswers(kept.asked, facts, digestKey))) return undefined;
  const candidates = kept.objects.map(
    ({template, object}): Candidate => ({
      object,
      origin: originOfTemplate(template),
      isExpandable: true,
      dependsOn: [],
      extensions: {},
    }),
  );
  return {...kept, candidates};
}

async function renderNow(key: string, inputs: OnlineInputs, tools: RenderTools): Promise<MarkedRender | Built> {
  const {digestKey} = await inputs.facts.past();
  const noted = noteLookUps(inputs.facts, digestKey);
  const twice = await renderTwice({...inputs, facts: noted.facts}, tools);
  if ('diagnostics' in twice) return twice;
  const {candidates, texts, diagnostics: warnings} = twice.marked;
  const leaves = texts.map((text) => leafOf(text, digestKey));
  const asked = noted.asked();
  const objects = candidates.map(({object, origin}) => ({template: origin.file, object}));
  if (!hasRevealed(inputs.references))
    await renderCache(tools.cache, digestKey).write(key, {objects, leaves, asked, warnings});
  return {candidates, leaves, asked, warnings, first: twice.first};
}

type Twice = {readonly marked: MarkedObjects; readonly first: readonly Candidate[]};

async function renderTwice(inputs: ChartInputs, tools: RenderTools): Promise<Twice | Built> {
  const [one, other] = await Promise.all([renderOnce(inputs, tools), renderOnce(inputs, tools)]);
  if (one.diagnostics.some(isError)) return one;
  if (other.diagnostics.some(isError)) return other;
  const marked = markGenerated(inputs.release.name, one.candidates, other.candidates);
  if (marked.diagnostics.some(isError)) {
    const [first, second] = [one, other].map((built) => tools.locate(built).candidates);
    return {candidates: [], diagnostics: markGenerated(inputs.release.name, first ?? [], second ?? []).diagnostics};
  }
  const referred = await withReferences(marked, inputs, tools);
  if (referred.diagnostics.some(isError)) return {candidates: [], diagnostics: referred.diagnostics};
  return {marked: {...referred, diagnostics: one.diagnostics}, first: one.candidates};
}

/** Puts the references of the values in place of their tokens. */
async function withReferences(marked: MarkedObjects, inputs: ChartInputs, tools: RenderTools): Promise<MarkedObjects> {
  const {references} = inputs;
  if (references.tokens.length === 0) return marked;
  const settled = settleGenerated(marked, references);
  if (settled.diagnostics.some(isError)) return settled;
  const render = (values: JsonObject): Promise<Built> => renderOnce({...inputs, values}, tools);
  return {...settled, ...(await putReferences(settled.candidates, references, render))};
}

/** Renders a chart once, and reads its objects. */
export async function renderOnce(inputs: ChartInputs, {entry, helm}: RenderTools): Promise<Built> {
  const rendered = await renderChart(inputs, entry, helm);
  return 'candidates' in rendered ? rendered : readRendered(rendered.text);
}

async function renderAgain(inputs: OnlineInputs, tools: RenderTools): Promise<readonly Candidate[]> {
  const {candidates, diagnostics} = await renderOnce(inputs, tools);
  if (diagnostics.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics});
  return candidates;
}

function valuesOf(
  candidates: readonly Candidate[],
  leaves: readonly PlacedLeaf[],
  {entry}: RenderTools,
): ReadonlyMap<string, Secret> {
  const {values, missing} = valuesIn(candidates, leaves);
  const [first] = missing;
  if (first === undefined) return values;
  const problem = `the chart renders another set of values each time: a new render has no ${first.path.join('.')} of ${first.id}`;
  throw new GantryError({code: 'input/invalid', diagnostics: problemOf({problem}, entry).diagnostics});
}
