import {testGuide} from '../guide.ts';

testGuide('backends');
