import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {isObject, type JsonObject} from '../../../core/json.ts';
import {terraformType} from '../../../core/resource/terraform-type.ts';
import {claimKey} from '../../../core/stacks/shared-claim.ts';
import {type Located, locate, withField} from '../../../core/variation/located.ts';
import {CLASS_LABEL, TYPE_LABEL, USABLE_BY_ANNOTATION} from '../../../kubernetes/resource/labels.ts';
import {CLAIMED_AS} from '../../../kubernetes/resource/offer-of.ts';
import {USABLE_BY} from '../../../kubernetes/resource/usable-by-path.ts';
import {defined} from '../../../lib/defined.ts';
import type {Recipe} from '../../claims/recipe.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import type {Built, SourceEntry} from '../source.ts';
import {buildApplications} from './build-applications.ts';
import type {WorkspaceModules} from './workspace-modules.ts';

/** The accessory of a recipe without a class. */
const WITHOUT_CLASS = 'default';

/**
 * Builds the objects of a recipe: those of an application with the type as its name, and the class as its only accessory. The object that is
 * claimed gets the labels of type and class.
 */
export async function buildRecipe(recipe: Recipe, entry: SourceEntry, modules: WorkspaceModules): Promise<Built> {
  const application = applicationOf(recipe);
  const layers = {base: application, whole: application};
  const built = await buildApplications(layers, {entry, naming: 'short', modules, isRecipe: true});
  const diagnostics = built.diagnostics.map((one) => inRecipe(one, recipe));
  if (built.candidates.length === 0) return {...built, diagnostics};
  const offered = offeredBy(recipe, built.candidates);
  if (offered === undefined)
    return {candidates: [], diagnostics: [...diagnostics, ambiguous(recipe, built.candidates)]};
  const candidates = built.candidates.map((one): Candidate => {
    const isOffered = one === offered;
    if (one.type === 'Terraform')
      return {...one, claim: claimKey(recipe), extensions: {...one.extensions, ...extensionsOf(recipe, isOffered)}};
    const marked = (object: JsonObject): JsonObject => marks(object, recipe, isOffered);
    return {
      ...one,
      claim: claimKey(recipe),
      object: marked(one.object),
      ...defined({own: one.own && marked(one.own)}),
    };
  });
  return {...built, candidates, diagnostics};
}

/** Returns the recipe as applications: `{postgres: {accessories: {small: {module: postgres, …}}}}`. */
function applicationOf({type, class: ofClass = WITHOUT_CLASS, module, config, written}: Recipe): Located {
  const {origin, path} = written.place;
  const empty = locate({}, origin, path);
  const use = withField(config, 'module', locate(module, origin, [...path, 'module']));
  return withField(empty, type, withField(empty, 'accessories', withField(empty, ofClass, use)));
}

/** Returns the kind of an object, or the type of a Terraform resource. */
function kindOf({type, object: {kind}, declared, extensions}: Candidate): string {
  if (type === 'Terraform') return terraformType({id: declared?.id ?? '', extensions}) ?? '';
  return typeof kind === 'string' ? kind : '';
}

/** Returns what a recipe says about a Terraform resource. Its attributes are arguments of the provider, so it has no labels. */
const extensionsOf = (recipe: Recipe, isOffered: boolean): JsonObject =>
  defined({[CLAIMED_AS]: isOffered ? claimKey(recipe) : undefined, [USABLE_BY]: recipe.usableBy});

/** Returns the object that users claim: of the named kind, else the Service, else the only object. */
function offeredBy({resource}: Recipe, candidates: readonly Candidate[]): Candidate | undefined {
  const ofKind = candidates.filter((one) => kindOf(one) === (resource ?? 'Service'));
  const found = ofKind.length === 0 && resource === undefined ? candidates : ofKind;
  return found.length === 1 ? found[0] : undefined;
}

const ambiguous = (recipe: Recipe, candidates: readonly Candidate[]): Diagnostic => ({
  severity: 'error',
  code: 'claims/resource',
  message: `the recipe \`${claimKey(recipe)}\` makes ${[...new Set(candidates.map(kindOf))].join(', ')}: it is not clear which object is claimed`,
  at: recipe.written.place.origin.position(recipe.written.place.path),
  hint: 'Set `resource` to a kind, or to the type of a Terraform resource, of which the module makes exactly one.',
});

function marks(object: JsonObject, {type, class: ofClass, usableBy}: Recipe, isOffered: boolean): JsonObject {
  const {metadata} = object;
  const own: JsonObject = isObject(metadata) ? metadata : {};
  const labels = {...part(own, 'labels'), [TYPE_LABEL]: type, ...defined({[CLASS_LABEL]: ofClass})};
  const annotations = {...part(own, 'annotations'), [USABLE_BY_ANNOTATION]: usableBy?.join(', ') ?? ''};
  return {
    ...object,
    metadata: {
      ...own,
      ...defined({labels: isOffered ? labels : undefined, annotations: usableBy && annotations}),
    },
  };
}

function part(metadata: JsonObject, name: string): JsonObject {
  const value = metadata[name];
  return isObject(value) ? value : {};
}

/** Names fields of the module as the recipe has them, in place of those of the application that it is built as. */
function inRecipe({path, message, ...rest}: Diagnostic, recipe: Recipe): Diagnostic {
  const {type, class: ofClass = WITHOUT_CLASS} = recipe;
  const named = (text: string): string =>
    text.replaceAll(`${type}.accessories.${ofClass}`, `claims["${claimKey(recipe)}"].config`);
  return {...rest, message: named(message), ...defined({path: path && named(path)})};
}
