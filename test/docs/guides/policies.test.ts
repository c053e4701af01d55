import {testGuide} from '../guide.ts';

testGuide('policies');
