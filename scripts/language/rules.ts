import type {Text} from './texts.ts';

/** Words that readers have to decode, and the plain ones to write instead. A space matches all white space. */
export type LanguageRule = {
  readonly words: RegExp;
  readonly write: string;
  /** The kinds of texts that the rule is about; absent: all. */
  readonly kinds?: readonly Text['kind'][];
};

const EVERYWHERE: readonly LanguageRule[] = [
  {
    words: /(?<!\b(?:[Tt]here|[Ww]here)) (?:is|are|was|were) (?:no (?!longer\b|more than\b)[a-z]+|none\b)/,
    write: '"is not a …", "not found" or "has no …"',
  },
  {words: /\btold\b(?! (?:apart|to)\b)/, write: '"reported", "shown" or "warned"'},
  {
    words:
      /(?<!\b(?:can|cannot|could|impossible to) )\btells?\b(?! (?:(?:\w+ )?apart|you|users?|(?:the|a) (?:caller|person|reader|user))\b)/,
    write: '"reports", "says", "shows" or "distinguishes"',
  },
  {
    words:
      /\b(?:lies|lying|lie (?:above|among|at|behind|below|beside|elsewhere|here|in|near|on|outside|there|under))\b/,
    write: '"is stored in", "is located at" or "is in"',
  },
  {words: /\banew\b/, write: '"again"; "recreate" or "replace" instead of "make anew"'},
  {words: /\bmend(?:s|ed|ing)?\b/, write: '"fix", "repair" or "recover"'},
  {words: /\bstands?\b(?!-| (?:alone|for)\b)/, write: '"is", "is written", "is set" or "comes before"'},
  {
    words: /\b[Mm]a(?:de|kes?|king) (?:(?:it|one|them|this|(?:an?|new|the) \w+) )?again\b/,
    write: '"recreate", "replace" or "rebuild"',
  },
  {
    words: /\b(?:tak(?:es?|en|ing)|took) (?:(?:\w+ ){0,3}along\b|more (?:along|than|with) it)/,
    write: '"cascades to" or "would also delete"',
  },
  {words: /\blet(?:s|ting)? (?:\w+ )?go\b/, write: '"orphan" (of an object), "release" (of a lock)'},
  {words: /\btroubles?\b/, write: '"diagnosis", "cause" or "problem"'},
  {words: /(?<!\bback )\bdoors?\b/, write: '"dependencies", "entry point"'},
  {words: /\bholes?\b/, write: '"redacted value"; "gap" of anything else'},
  {words: /\ballot(?:s|ted|ting)?\b/, write: '"allocate"'},
  {words: /\b(?:moved world|the world)\b/, write: '"the cluster", "stale" or the environment by its name'},
  {words: /\btelltales?\b/, write: 'the name of the thing, for example "audited reveal"'},
  {words: /\blanes?\b/, write: '"connection" or "transport"'},
  {words: /\bnews\b/, write: '"event", "change" or "report"'},
  {words: /\bexcus(?:es?|ed|ing)\b/, write: '"defer" (a check until apply)'},
  {
    words:
      /(?<!\b(?:[Cc]ustom ?[Rr]esource|first|Go|one|OpenAPI|port|schema|type) )\bdefinitions?\b(?! \|| of an? (?:column|custom|field))/,
    write: '"CRD" or "CustomResourceDefinition"',
  },
  {
    words: /\b(?:a|and|any|each|its|of|the|their|whose) claims?\b(?! (?:to|of (?:a|its|the) (?:ID )?token)\b)/,
    write: '"PVC" or "PersistentVolumeClaim"',
  },
  {words: /\b(?:my|our|its|their) claim to\b/, write: '"ownership of"'},
  {
    words: /\b(?:Gantry's(?: own)?|Helm's own|our|ownership|stack's) marks?\b|\bmarks of (?:a|the|this) stack\b/,
    write: '"ownership label" or "ownership annotation"',
  },
  {
    words: /\brights\b|\b(?:a|lacks? the|missing|no|the|what|which) right (?:is|of|that|to|which)\b/,
    write: '"permission"',
  },
  {
    words: /(?<!\b(?:account|anyone|user|users) )\bwho may not\b|\b(?:whoever|you) may not\b/,
    write: '"without permission to", "you lack permission to"',
  },
  {words: /(?<!\btime )\bseries\b(?! of\b)/, write: '"release history"'},
  {
    words: /\bfill in\b(?! the form\b)|\bfill(?:s|ed) (?:\w+ )?in(?:to)?\b/,
    write: '"defaults", "defaulted", "set" or "substituted"',
  },
  {words: /\bcom(?:es?|ing) with (?:a|the|this) (?:same )?plan\b/, write: '"is created by the same plan", "pending"'},
  {words: /\blearned\b/, write: '"known secrets", "observed" or "found"'},
  {words: /\b(?:he|her|hers|herself|him|himself|his|she)\b/i, write: '"they", or the role'},
  {words: /\bas whom\b/i, write: 'the noun, for example "the identity"'},
  {words: /\ba yes\b/, write: '"confirmation"'},
  {words: /\bour eyes\b/, write: 'what is observed'},
  {words: /\bwhoever\b/i, write: '"a user who", "anyone who" or the role'},
];

const BY_KIND: readonly LanguageRule[] = [
  {
    words: /^\s*(?:By|How|It|Of|What|Where|Whether|Who|Whoever|Whom|Whose|With|Without)\b/,
    write: 'a verb in the third person ("Returns") or a noun phrase at the beginning',
    kinds: ['docstring'],
  },
  {
    words: /^ (?:Of|What|Who|Whoever|Whose) (?!.*[?:] $)/,
    write: 'a noun phrase or a sentence with a subject',
    kinds: ['message'],
  },
  {
    words:
      /^ (?:and|are|but|by|can|cannot|did|do|does|had|has|have|is|may|must|nor|of|or|that|was|were|what|whatever|who|whoever|whose|will)\b(?!:)/,
    write: '<subject> <verb in the present tense>, understandable without its describe',
    kinds: ['title'],
  },
  {
    // Verbs that are not plural nouns, too.
    words:
      /^ (?:accepts|adds|applies|asks|begins|brings|builds|checks|compares|completes|converts|creates|deletes|drops|ends|evicts|fails|falls|fetches|finds|follows|forgets|gets|gives|goes|handles|hides|holds|ignores|joins|keeps|knows|leaves|lets|loads|makes|merges|needs|never|opens|passes|picks|prints|puts|quotes|reads|recognizes|refuses|rejects|removes|renews|repeats|replaces|resolves|returns|says|sees|sends|shows|skips|sorts|speaks|splits|starts|stays|stops|strips|takes|treats|tries|turns|waits|warns|works|writes|yields)\b(?!:)/,
    write: '<subject> <verb in the present tense>: the title names what does it',
    kinds: ['title'],
  },
];

/** All rules of language; the first of two that match the same words reports them. */
export const LANGUAGE_RULES: readonly LanguageRule[] = [...EVERYWHERE, ...BY_KIND];
