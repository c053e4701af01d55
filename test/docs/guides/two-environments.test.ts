import {testGuide} from '../guide.ts';

testGuide('two-environments');
