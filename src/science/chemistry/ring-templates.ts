/**
 * Ring systems whose atoms overlap in RDKit's layout, as chemists draw them: SMARTS with coordinates in ångström. An
 * atom may be of any element. The first that is clear is taken, so those of fewer molecules come first.
 */
export const RING_TEMPLATES: readonly string[] = [
  // The four rings of artemisinin: the peroxide within the ring of seven.
  '*1~*~*~*2~*~*~*~*3~*~*4(~*)~*~*~*~1~*~2~3~*~*~4 |(-1.3,2.25,;-2.6,1.5,;-2.6,0,;-1.3,-.75,;-1.3,-2.25,;0,-3,;1.3,-2.25,;1.3,-.75,;2.6,.1,;3.3,1.5,;4.7,1.9,;2.6,2.8,;1.45,1.9,;0,1.5,;0,0,;.95,.8,;2.1,.95,)|',
  // Cubane.
  '*12~*3~*4~*~1~*5~*~4~*~3~*~2~5 |(0,0,;1.5,0,;1.5,1.5,;0,1.5,;.65,2,;2.15,2,;2.15,.5,;.65,.5,)|',
  // Bornane with a group beside its methyl (camphor, borneol): the bridge of one atom above, that without the group behind.
  '*~*1(~*)~*2~*~*~*~1(~*)~*(~*)~*~2 |(-.75,2.4,;0,1.15,;.75,2.4,;-1.25,.1,;-.7,-.55,;.7,-.55,;1.25,.1,;2.7,.5,;.95,-1.5,;2,-2.55,;-.95,-1.5,)|',
  // Bicyclo[3.2.1]octane (tropane): the bridge of one atom above, that of two behind.
  '*1~*2~*~*~*~1~*~*~*~2 |(0,1.3,;-1.25,.2,;-.55,-.5,;.55,-.5,;1.25,.2,;1.5,-1.25,;0,-1.9,;-1.5,-1.25,)|',
  // Bicyclo[2.2.2]octane (quinuclidine): the third bridge bent, since a straight one has no corners.
  '*1~*~*2~*~*~*~1~*~*~2 |(-1.3,.75,;-1.3,-.75,;0,-1.5,;1.3,-.75,;1.3,.75,;0,1.5,;.3,.5,;-.3,-.5,)|',
];
