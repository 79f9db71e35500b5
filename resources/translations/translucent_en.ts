<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>_FileRow</name>
    <message numerus="yes">
        <source>{done} of %Ln sentence(s)</source>
        <translation>
            <numerusform>{done} of %Ln sentence</numerusform>
            <numerusform>{done} of %Ln sentences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n minute(s) left</source>
        <translation>
            <numerusform>about %n minute left</numerusform>
            <numerusform>about %n minutes left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n hour(s) left</source>
        <translation>
            <numerusform>about %n hour left</numerusform>
            <numerusform>about %n hours left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sentence(s)</source>
        <translation>
            <numerusform>%Ln sentence</numerusform>
            <numerusform>%Ln sentences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped: {done} of %Ln sentence(s) are translated.</source>
        <translation>
            <numerusform>Stopped: {done} of %Ln sentence is translated.</numerusform>
            <numerusform>Stopped: {done} of %Ln sentences are translated.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them to be checked</source>
        <translation>
            <numerusform>%Ln of them to be checked</numerusform>
            <numerusform>%Ln of them to be checked</numerusform>
        </translation>
    </message>
</context>
</TS>
