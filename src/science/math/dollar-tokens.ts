declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathFlow: 'mathFlow';
    mathFlowFence: 'mathFlowFence';
    mathFlowValue: 'mathFlowValue';
    /** A part of a value without line ends. */
    mathFlowData: 'mathFlowData';
    mathFlowAttributes: 'mathFlowAttributes';
    mathText: 'mathText';
    mathTextSequence: 'mathTextSequence';
    mathTextValue: 'mathTextValue';
    mathTextData: 'mathTextData';
  }
}

export const DOLLAR = 36;
export const BACKSLASH = 92;
