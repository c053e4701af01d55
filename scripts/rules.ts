import {conditionalSpreads} from './rules/conditional-spreads.ts';
import {cycles} from './rules/cycles.ts';
import {docstrings} from './rules/docstrings.ts';
import {fileNames} from './rules/file-names.ts';
import {kubernetesUsers} from './rules/kubernetes-users.ts';
import {kubernetesWords} from './rules/kubernetes-words.ts';
import {parameters} from './rules/parameters.ts';
import {programStarters} from './rules/program-starters.ts';
import {requestMembers} from './rules/request-members.ts';
import {reveals} from './rules/reveals.ts';
import {readSources} from './rules/source-file.ts';
import {usersOfLib} from './rules/users-of-lib.ts';

/** Rules about src that no tool has. Each is a function of all files that answers with what breaks it. */
const RULES = {
  conditionalSpreads,
  cycles,
  docstrings,
  fileNames,
  kubernetesUsers,
  kubernetesWords,
  parameters,
  programStarters,
  requestMembers,
  reveals,
  usersOfLib,
};

const files = readSources();
const violations = Object.entries(RULES).flatMap(([name, rule]) => rule(files).map((one) => `${name}: ${one}`));
for (const one of violations) console.error(one);
console.log(`rules: ${files.length} files, ${violations.length} faults`);
process.exitCode = violations.length === 0 ? 0 : 1;
