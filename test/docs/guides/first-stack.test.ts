import {testGuide} from '../guide.ts';

testGuide('first-stack');
